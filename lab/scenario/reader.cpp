#include "lab/scenario/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/report/suggest.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// Ids of columns that stand beside the formats' in the kinds' tables.
constexpr std::string_view column_ids[] = {"case", "exact", "algorithm"};

bool yaml_1_1_truth(std::string_view t) {
  for (const std::string_view word : {"yes", "no", "on", "off", "y", "n", "true", "false"})
    if (detail::same_word(t, word)) return true;
  return false;
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise) {
  const std::string meant = did_you_mean(word, candidates);
  return meant.empty() ? std::string(otherwise) : meant;
}

void Reader::problem(const Node& at, std::string message, std::string hint) {
  problems_.push_back({file_, at.line, at.column, std::move(message), std::move(hint)});
}

std::optional<std::string> Reader::text(const Node& node, std::string_view what) {
  if (node.is == Node::Is::scalar && !node.text.empty()) return node.text;
  problem(node, fmt::format("{} must be a text, but is {}", what, node.is == Node::Is::scalar ? "empty" : node.described()),
          "write it behind the colon, in quotes if it holds ': ' or '#'");
  return std::nullopt;
}

Localized Reader::localized(const Node& node, std::string_view what) {
  Localized l;
  if (node.is != Node::Is::map) {
    l.en = text(node, what).value_or("");
    return l;
  }
  Fields fields(*this, node, std::string(what));
  if (const Node* en = fields.required("en", "en: …")) l.en = text(*en, fmt::format("en of {}", what)).value_or("");
  if (const Node* zh = fields.optional("zh")) l.zh = text(*zh, fmt::format("zh of {}", what)).value_or("");
  fields.finish();
  return l;
}

std::optional<bool> Reader::truth(const Node& node, std::string_view what) {
  if (node.is == Node::Is::scalar && !node.quoted && (node.text == "true" || node.text == "false")) return node.text == "true";
  const bool old = node.is == Node::Is::scalar && yaml_1_1_truth(node.text);
  problem(node, fmt::format("{} must be true or false, but is {}", what, node.described()),
          old ? "yes, no, on, off are words here: write true or false, without quotes" : "write true or false");
  return std::nullopt;
}

std::optional<Quantity> Reader::quantity(const Node& node, std::string_view what) {
  if (node.is != Node::Is::scalar || node.text.empty()) {
    problem(node, fmt::format("{} must be a number, but is {}", what, node.is == Node::Is::scalar ? "empty" : node.described()),
            "numbers look like 0.1, 1.5e-7, 0x1p-14 or 2^14");
    return std::nullopt;
  }
  QuantityResult r = read_quantity(node.text);
  if (!r.quantity) problem(node, fmt::format("{}: {}", what, r.problem), r.hint);
  return std::move(r.quantity);
}

std::optional<std::int64_t> Reader::integer(const Node& node, std::string_view what, std::int64_t least, std::int64_t most) {
  const std::optional<Quantity> q = quantity(node, what);
  if (!q) return std::nullopt;
  if (boost::multiprecision::denominator(q->value) != 1) {
    problem(node, fmt::format("{} must be a whole number, but is {}", what, q->text), fmt::format("write a number from {} to {}", least, most));
    return std::nullopt;
  }
  if (q->value < least || q->value > most) {
    problem(node, fmt::format("{} must be from {} to {}, but is {}", what, least, most, q->text));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(boost::multiprecision::numerator(q->value));
}

std::optional<std::string> Reader::word(const Node& node, std::string_view what, std::span<const std::string> words) {
  if (node.is == Node::Is::scalar && std::find(words.begin(), words.end(), node.text) != words.end()) return node.text;
  const std::string list = fmt::format("it is one of: {}", joined(words));
  problem(node, fmt::format("{} must be a word that is known here, but is {}", what, node.described()),
          node.is == Node::Is::scalar ? suggestion(node.text, words, list) : list);
  return std::nullopt;
}

std::optional<FormatChoice> Reader::format(const Node& node) {
  std::optional<FormatChoice> choice;
  if (node.is == Node::Is::map) {
    choice = format_of_map(node);
  } else if (node.is == Node::Is::scalar && !node.text.empty()) {
    if (const std::optional<Format> f = find_format(node.text)) {
      choice = FormatChoice{*f, name_of(*f), title_of(*f)};
    } else {
      std::vector<std::string> names;
      for (const NamedFormat& n : named_formats) {
        names.emplace_back(n.name);
        names.emplace_back(n.title);
        for (const std::string_view also : n.also)
          if (!also.empty()) names.emplace_back(also);
      }
      problem(node, fmt::format("format '{}': {}", node.text, format_problem(node.text)), suggestion(node.text, names, ""));
      return std::nullopt;
    }
  } else {
    problem(node, fmt::format("a format must be a name or a map, but is {}", node.described()),
            "write f16, bf16, f32, e4m3, e5p3, or {exponent_bits: 5, precision: 11}");
    return std::nullopt;
  }
  if (choice && (!choice->format.is_signed || !choice->format.has_zero)) {
    problem(node, fmt::format("{} has no sign or no zero: it is a scale, and nothing is computed in it", choice->title),
            "use a signed format with a zero");
    return std::nullopt;
  }
  return choice;
}

std::optional<FormatChoice> Reader::format_of_map(const Node& node) {
  static const std::vector<std::string> all_specials{"ieee", "all_ones_nan", "negative_zero_nan", "finite_only"};
  Fields fields(*this, node, "a format");
  const auto number = [&](const Node* n, std::string_view what) -> std::optional<int> {
    if (n == nullptr) return std::nullopt;
    const std::optional<std::int64_t> i = integer(*n, what, -1000000, 1000000);
    return i ? std::optional<int>(static_cast<int>(*i)) : std::nullopt;
  };
  const std::optional<int> w = number(fields.required("exponent_bits", "exponent_bits: 5"), "exponent_bits");
  const std::optional<int> p = number(fields.required("precision", "precision: 11"), "precision");
  const Node* bias_node = fields.optional("bias");
  const std::optional<int> bias = number(bias_node, "bias");
  bool fine = w && p && (bias_node == nullptr || bias);
  Format f{w.value_or(5), p.value_or(11), bias.value_or(w && *w >= 1 && *w <= max_exponent_bits ? default_bias(*w) : 0)};
  if (const Node* n = fields.optional("specials")) {
    const std::optional<std::string> s = word(*n, "specials", all_specials);
    fine = fine && s;
    for (std::size_t i = 0; s && i < all_specials.size(); ++i)
      if (all_specials[i] == *s) f.specials = static_cast<Specials>(i);
  }
  const auto flag = [&](std::string_view key, bool& into) {
    const Node* n = fields.optional(key);
    if (n == nullptr) return;
    const std::optional<bool> b = truth(*n, key);
    fine = fine && b;
    into = b.value_or(into);
  };
  flag("subnormals", f.subnormals);
  flag("signed", f.is_signed);
  flag("zero", f.has_zero);
  std::string name;
  const Node* name_node = fields.optional("name");
  if (const Node* n = name_node) {
    name = text(*n, "name of a format").value_or("");
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
    if (!plain || name.size() > 20) {
      problem(*n, fmt::format("'{}' cannot be a format's name", name), "use at most 20 of the letters a to z, digits and _");
      fine = false;
    }
  }
  fields.finish();
  if (!fine) return std::nullopt;
  if (const char* wrong = problem_of(f)) {
    problem(node, fmt::format("this format cannot be: {}", wrong));
    return std::nullopt;
  }
  if (!name.empty()) {
    const auto taken = [&](std::string_view by) {
      problem(*name_node, fmt::format("the name '{}' is taken: {}", name, by), "give the format a name of its own");
    };
    const std::optional<Format> known = find_format(name);
    const auto [named, fresh] = named_.try_emplace(name, f);
    if (std::find(std::begin(column_ids), std::end(column_ids), name) != std::end(column_ids)) {
      taken("a column of the results is called so");
      return std::nullopt;
    }
    if (known && *known != f) {
      taken(fmt::format("it is {}", title_of(*known)));
      return std::nullopt;
    }
    if (!fresh && named->second != f) {
      taken("another format of this scenario has it");
      return std::nullopt;
    }
  }
  return FormatChoice{f, name.empty() ? name_of(f) : name, name.empty() ? title_of(f) : name};
}

std::optional<Rounding> Reader::rounding(const Node& node) {
  std::vector<std::string> names;
  for (const NamedRounding& r : named_roundings) names.emplace_back(r.name);
  if (node.is == Node::Is::scalar)
    if (const std::optional<Rounding> r = find_rounding(node.text)) {
      if (*r != Rounding::stochastic) return r;
      problem(node, "stochastic rounding is not a direction here: it needs random bits", "kind 'sum' has the algorithm 'stochastic'");
      return std::nullopt;
    }
  std::erase(names, "sr");
  const std::string list = fmt::format("it is one of: {}", joined(names));
  problem(node, fmt::format("there is no rounding direction {}", node.described()),
          node.is == Node::Is::scalar ? suggestion(node.text, names, list) : list);
  return std::nullopt;
}

std::vector<const Node*> Reader::list(const Node& node, std::string_view what) {
  std::vector<const Node*> elements;
  if (node.is == Node::Is::list)
    for (const Node& n : node.items) elements.push_back(&n);
  else if (node.is != Node::Is::empty)
    elements.push_back(&node);
  if (elements.empty()) problem(node, fmt::format("{} is empty", what), "write a list: [a, b]");
  constexpr std::size_t most = 64;
  if (elements.size() > most) {
    problem(node, fmt::format("{} has {} elements, and {} are the most", what, elements.size(), most));
    elements.resize(most);
  }
  return elements;
}

std::vector<FormatChoice> Reader::formats(const Node& node) {
  std::vector<FormatChoice> choices;
  for (const Node* n : list(node, "formats")) {
    std::optional<FormatChoice> c = format(*n);
    if (!c) continue;
    const auto same = [&](const FormatChoice& other) { return other.name == c->name || other.format == c->format; };
    if (std::any_of(choices.begin(), choices.end(), same))
      problem(*n, fmt::format("format {} is in the list twice", c->title), "keep one of the two");
    else
      choices.push_back(std::move(*c));
  }
  return choices;
}

std::vector<Rounding> Reader::roundings(const Node& node) {
  std::vector<Rounding> all;
  for (const Node* n : list(node, "roundings")) {
    const std::optional<Rounding> r = rounding(*n);
    if (!r) continue;
    if (std::find(all.begin(), all.end(), *r) != all.end())
      problem(*n, fmt::format("direction {} is in the list twice", name_of(*r)), "keep one of the two");
    else
      all.push_back(*r);
  }
  return all;
}

Fields::Fields(Reader& reader, const Node& map, std::string what) : reader_(reader), map_(map), what_(std::move(what)) {
  if (map_.is != Node::Is::map)
    reader_.problem(map_, fmt::format("{} must be a map, but is {}", what_, map_.described()), "write `key: value` pairs");
}

const Node* Fields::optional(std::string_view key) {
  known_.emplace_back(key);
  return map_.find(key);
}

const Node* Fields::required(std::string_view key, std::string_view example) {
  const Node* node = optional(key);
  if (node == nullptr && usable()) reader_.problem(map_, fmt::format("{} lacks the key '{}'", what_, key), fmt::format("write `{}`", example));
  return node;
}

void Fields::finish() {
  for (const auto& [key, value] : map_.entries)
    if (std::find(known_.begin(), known_.end(), key.text) == known_.end())
      reader_.problem(key, fmt::format("unknown key '{}' in {}", key.text, what_),
                      suggestion(key.text, known_, fmt::format("known keys: {}", joined(known_))));
}

}  // namespace ulplab::lab
