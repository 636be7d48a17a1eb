#include "gpu/verify/documented_set.hpp"

#include "gpu/verify/documented_codes.hpp"

namespace ulplab::verify::documented {
namespace {

bool is_conversion(const Kind& kind) { return kind.operation == nullptr && kind.use != Use::arithmetic; }
bool is_scaling(const Kind& kind) { return kind.operands.size() == 2 && std::holds_alternative<IntegerType>(kind.operands[1]); }

}  // namespace

void add_code_parts(const Format& f, Parts& parts) {
  std::vector<Code> special = representatives(f);
  for (const Code nan : nans(f)) special.push_back(nan);
  const std::uint64_t count = special.size();
  parts.push_back({"every class with its borders, and NaNs with every border payload", count,
                   [special = std::move(special)](std::uint64_t place) {
                     return Operands{special[place], 0, 0};
                   }});

  std::vector<Code> trailings = border_trailings(f);
  const std::uint64_t fields = f.exponent_mask() + 1;
  const std::uint64_t signs = f.is_signed ? 2 : 1;
  const std::uint64_t all = fields * signs * trailings.size();
  parts.push_back({"every exponent with border significands: single bits, runs of ones, alternating bits", all,
                   [f, signs, trailings = std::move(trailings)](std::uint64_t place) {
                     Digits digits(place);
                     const Code trailing = digits.take(trailings);
                     const bool negative = digits.take(signs) != 0;
                     return Operands{assemble(f, negative, digits.rest(), trailing), 0, 0};
                   }});
}

Parts parts_of(const Kind& kind, const PlanOptions& options) {
  Parts parts;
  if (is_conversion(kind)) add_conversion_parts(kind, parts);
  else if (is_scaling(kind)) add_scaling_parts(kind, parts);
  else if (kind.operands.size() == 1) add_unary_parts(kind, parts);
  else if (kind.operands.size() == 2) add_pair_parts(kind, parts);
  else add_fma_parts(kind, parts);
  if (options.random != 0) parts.push_back(random_part(kind, options));
  return parts;
}

}  // namespace ulplab::verify::documented
