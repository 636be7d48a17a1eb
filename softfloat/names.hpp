// How do people write a format or a rounding direction, and how do we?
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "softfloat/context.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/unpack.hpp"

namespace ulplab {
namespace detail {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// One to four decimal digits at the start of `text`, which loses them; nothing if there is none.
constexpr std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  std::size_t n = 0;
  for (; n < text.size() && n < 4 && text[n] >= '0' && text[n] <= '9'; ++n) value = value * 10 + (text[n] - '0');
  if (n == 0) return std::nullopt;
  text.remove_prefix(n);
  return value;
}

/// `eWpP`, syntax only.
constexpr std::optional<Format> read_exponent_precision(std::string_view text) {
  if (text.empty() || lower(text[0]) != 'e') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> w = take_number(text);
  if (!w || text.empty() || lower(text[0]) != 'p') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> p = take_number(text);
  if (!p || !text.empty()) return std::nullopt;
  return Format{*w, *p, *w >= 1 && *w <= max_exponent_bits ? default_bias(*w) : 0};
}

}  // namespace detail

/// The entry of a named format, by its name, title or other spelling, in any case; nullptr if there is none.
constexpr const NamedFormat* find_named_format(std::string_view text) {
  for (const NamedFormat& n : named_formats) {
    if (detail::same_word(text, n.name) || detail::same_word(text, n.title)) return &n;
    for (const std::string_view also : n.also)
      if (!also.empty() && detail::same_word(text, also)) return &n;
  }
  return nullptr;
}

/// A format by name (`f16`, `FP16`, `half`, `e4m3`) or as `eWpP`: W exponent bits and precision P with the implicit bit,
/// signed, IEEE specials, default bias (`e5p3` is E5M2). Nothing if the text is neither or the format breaks a limit;
/// format_problem then has the sentence.
constexpr std::optional<Format> find_format(std::string_view text) {
  if (const NamedFormat* named = find_named_format(text)) return named->format;
  const std::optional<Format> custom = detail::read_exponent_precision(text);
  return custom && problem_of(*custom) == nullptr ? custom : std::nullopt;
}

/// Why find_format found nothing, and what to write instead.
constexpr const char* format_problem(std::string_view text) {
  if (const std::optional<Format> custom = detail::read_exponent_precision(text)) return problem_of(*custom);
  return "there is no such format: write a name such as fp16, bf16, fp32, e4m3, or eWpP with W exponent bits and precision P, "
         "such as e5p11";
}

/// The entry of a format among the named ones; nullptr for an invented one.
constexpr const NamedFormat* named_entry(const Format& f) {
  for (const NamedFormat& n : named_formats)
    if (n.format == f) return &n;
  return nullptr;
}

/// Short name: `f16`; for an invented format `e5p3`, with what is unusual about it behind: `e4p4,bias=8,finite_only`.
inline std::string name_of(const Format& f) {
  if (const NamedFormat* n = named_entry(f)) return std::string(n->name);
  std::string s = "e" + std::to_string(f.exponent_bits) + "p" + std::to_string(f.precision);
  if (f.bias != default_bias(f.exponent_bits)) s += ",bias=" + std::to_string(f.bias);
  if (f.specials == Specials::all_ones_nan) s += ",all_ones_nan";
  if (f.specials == Specials::negative_zero_nan) s += ",negative_zero_nan";
  if (f.specials == Specials::finite_only) s += ",finite_only";
  if (!f.subnormals && f.has_zero) s += ",no_subnormals";
  if (!f.is_signed) s += ",unsigned";
  if (!f.has_zero) s += ",no_zero";
  return s;
}

/// The name for a heading: `FP16`, `BF16`, `E4M3`, `e5p4`.
inline std::string title_of(const Format& f) {
  const NamedFormat* n = named_entry(f);
  return n != nullptr ? std::string(n->title) : name_of(f);
}

struct NamedRounding {
  std::string_view name;
  std::string_view title;
  Rounding rounding;
  std::string_view source;
};

inline constexpr std::array<NamedRounding, 7> named_roundings{{
    {"rne", "nearest_even", Rounding::nearest_even, "to nearest, ties to even; IEEE 754-2019, 4.3.1"},
    {"rna", "nearest_away", Rounding::nearest_away, "to nearest, ties away from zero; IEEE 754-2019, 4.3.1"},
    {"rtz", "toward_zero", Rounding::toward_zero, "toward zero; IEEE 754-2019, 4.3.2"},
    {"rup", "up", Rounding::up, "toward +infinity; IEEE 754-2019, 4.3.2"},
    {"rdn", "down", Rounding::down, "toward -infinity; IEEE 754-2019, 4.3.2"},
    {"rto", "to_odd", Rounding::to_odd, "inexact results get an odd last bit; Boldo & Melquiond 2008"},
    {"sr", "stochastic", Rounding::stochastic, "up with probability equal to the fraction, by the random bits given; Croci et al. 2022"},
}};

constexpr std::optional<Rounding> find_rounding(std::string_view text) {
  for (const NamedRounding& r : named_roundings)
    if (detail::same_word(text, r.name) || detail::same_word(text, r.title)) return r.rounding;
  return std::nullopt;
}
constexpr std::string_view name_of(Rounding rounding) {
  for (const NamedRounding& r : named_roundings)
    if (r.rounding == rounding) return r.name;
  return "";
}

constexpr std::string_view name_of(Class c) {
  switch (c) {
    case Class::zero:          return "zero";
    case Class::subnormal:     return "subnormal";
    case Class::normal:        return "normal";
    case Class::infinity:      return "infinity";
    case Class::quiet_nan:     return "quiet NaN";
    case Class::signaling_nan: return "signaling NaN";
  }
  return "";
}

/// Flags as a list: `invalid divzero overflow underflow inexact` in this order, with `separator` between, `none` if none.
inline std::string name_of(Flags flags, std::string_view separator = ";") {
  constexpr std::pair<Flag, std::string_view> order[] = {{Flag::invalid, "invalid"},     {Flag::divide_by_zero, "divzero"},
                                                         {Flag::overflow, "overflow"},   {Flag::underflow, "underflow"},
                                                         {Flag::inexact, "inexact"}};
  std::string s;
  for (const auto& [flag, word] : order)
    if (flags.has(flag)) s.append(s.empty() ? "" : separator).append(word);
  return s.empty() ? "none" : s;
}

}  // namespace ulplab
