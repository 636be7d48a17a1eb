#include "lab/eval/sums.hpp"

#include <charconv>
#include <string>
#include <vector>

#include "gpu/kernels/soft.hpp"
#include "gpu/kernels/sum.hpp"
#include "lab/eval/fields.hpp"
#include "softfloat/exact/rational.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/operations.hpp"

namespace ulplab::lab {
namespace {

/// `count` times the same code.
struct Run {
  std::uint64_t count;
  Code code;
};

/// The terms of a list, without writing repetitions out.
class Terms {
 public:
  Terms(const Format& f, std::string_view list) {
    for (const std::string_view item : split(list, ',')) {
      const std::size_t star = item.find('*');
      std::uint64_t count = 1;
      if (star != std::string_view::npos) {
        const auto [end, error] = std::from_chars(item.data(), item.data() + star, count);
        if (error != std::errc{} || end != item.data() + star || count == 0 || count > (std::uint64_t{1} << 40))
          throw BadField{"'" + std::string(item.substr(0, star)) + "' is not a count between 1 and 2^40"};
      }
      runs_.push_back({count, read_code(star == std::string_view::npos ? item : item.substr(star + 1), f.width())});
      size_ += count;
      ends_.push_back(size_);
    }
  }
  std::uint64_t size() const { return size_; }
  const std::vector<Run>& runs() const { return runs_; }
  Code operator()(std::uint64_t i) const {
    std::size_t low = 0;
    std::size_t high = ends_.size() - 1;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (i < ends_[middle]) high = middle; else low = middle + 1;
    }
    return runs_[low].code;
  }

 private:
  std::vector<Run> runs_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t size_ = 0;
};

/// numerator / denominator as a code, rounded once: enough leading bits, and whether something follows.
Code round_quotient(const Format& f, exact::Integer numerator, const exact::Integer& denominator, int exponent, const Context& c) {
  const bool negative = numerator < 0;
  if (negative) numerator = -numerator;
  constexpr int bits = 120;
  const int shift = bits - (static_cast<int>(msb(numerator)) - static_cast<int>(msb(denominator)));
  exact::Integer divisor = denominator;
  if (shift > 0) numerator <<= shift; else divisor <<= -shift;
  exact::Integer quotient;
  exact::Integer rest;
  divide_qr(numerator, divisor, quotient, rest);
  const auto significand = (static_cast<uint128>(static_cast<std::uint64_t>(quotient >> 64)) << 64) |
                           static_cast<std::uint64_t>(quotient & ~std::uint64_t{0});
  Silent silent;
  return round_pack(f, c, negative, exponent - shift, significand, rest != 0 ? Discarded::below_half : Discarded::nothing, silent).code;
}

Code exact_total(const Format& f, const Terms& terms, bool mean, const Context& c) {
  const int unit = f.emin() - f.trailing_bits();  // every number is a multiple of 2^unit
  exact::Integer sum = 0;
  Code special = 0;  // NaN and infinities go through the ordinary addition, where IEEE 754 says what they give
  bool finite = true;
  for (const Run& run : terms.runs()) {
    if (!is_finite(f, run.code)) {
      special = finite ? run.code : add(f, special, run.code, c).code;
      finite = false;
      continue;
    }
    const exact::Decoded d = exact::decode(f, run.code);
    const exact::Integer term = exact::Integer(d.significand) * run.count << (d.exponent - unit);
    sum += d.negative ? exact::Integer(-term) : term;
  }
  if (!finite) return special;
  if (sum == 0) return zero_of(f, cancelled_zero_is_negative(c.rounding));
  return round_quotient(f, sum, mean ? exact::Integer(terms.size()) : exact::Integer(1), unit, c);
}

}  // namespace

Code total(const Format& f, std::string_view inputs, bool mean, const Context& c) {
  const std::size_t at = inputs.find(';');
  if (at == std::string_view::npos)
    throw BadField{"write a method, a semicolon and codes: exact, seq, seq32, kahan, neumaier or pairwise, such as seq;3000*0x3c00"};
  const std::string_view method = inputs.substr(0, at);
  const Terms terms(f, inputs.substr(at + 1));
  if (method == "exact") return exact_total(f, terms, mean, c);
  if (terms.size() > most_terms)
    throw BadField{"a list has at most " + std::to_string(most_terms) + " terms here (exact takes more): it has " + std::to_string(terms.size())};

  gpu::SoftAny narrow{{f}, c, {}};
  gpu::SoftAny wide{{binary32}, c, {}};
  Code sum = 0;
  if (method == "seq") sum = gpu::SumNaive{}(narrow, terms.size(), terms);
  else if (method == "seq32") sum = gpu::SumWide{}(narrow, wide, terms.size(), terms);
  else if (method == "kahan") sum = gpu::SumKahan{}(narrow, terms.size(), terms);
  else if (method == "neumaier") sum = gpu::SumNeumaier{}(narrow, terms.size(), terms);
  else if (method == "pairwise") sum = gpu::SumPairwise{}(narrow, terms.size(), terms);
  else throw BadField{"'" + std::string(method) + "' is not a method: write exact, seq, seq32, kahan, neumaier or pairwise"};
  return mean ? div(f, sum, from_integer(f, false, terms.size(), c).code, c).code : sum;
}

}  // namespace ulplab::lab
