// How is a value of a scenario read, so that everything wrong with it is said at once and at its place?
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/report/language.hpp"
#include "lab/scenario/quantity.hpp"
#include "lab/scenario/yaml.hpp"
#include "softfloat/context.hpp"

namespace ulplab::lab {

/// A format that a person named or wrote out.
struct FormatChoice {
  Format format{};
  std::string name;   ///< in ids: "f16", "e5p3"
  std::string title;  ///< in headings: "FP16"
};

class Reader {
 public:
  Reader(std::string file, Problems& problems) : file_(std::move(file)), problems_(problems) {}

  void problem(const Node& at, std::string message, std::string hint = "");

  // Each gives nothing (or a default) and has said why, if the value is not what it should be.
  std::optional<std::string> text(const Node&, std::string_view what);
  Localized localized(const Node&, std::string_view what);
  std::optional<bool> truth(const Node&, std::string_view what);
  std::optional<Quantity> quantity(const Node&, std::string_view what);
  /// A whole number; outside of the limits the problem names them.
  std::optional<std::int64_t> integer(const Node&, std::string_view what, std::int64_t least, std::int64_t most);
  /// One of the words.
  std::optional<std::string> word(const Node&, std::string_view what, std::span<const std::string> words);
  std::optional<FormatChoice> format(const Node&);
  std::optional<Rounding> rounding(const Node&);
  /// The elements of a list; a single value counts as a list of one. Empty lists are a problem.
  std::vector<const Node*> list(const Node&, std::string_view what);
  std::vector<FormatChoice> formats(const Node&);
  std::vector<Rounding> roundings(const Node&);

 private:
  std::optional<FormatChoice> format_of_map(const Node&);

  std::string file_;
  Problems& problems_;
  std::map<std::string, Format> named_;  ///< by the person
};

/// The keys of a map. Every key that is asked for is known; finish() reports the others.
class Fields {
 public:
  /// `map` may be anything: what is no map is a problem, and has no keys then.
  Fields(Reader& reader, const Node& map, std::string what);

  const Node* optional(std::string_view key);
  const Node* required(std::string_view key, std::string_view example);
  void finish();
  bool usable() const { return map_.is == Node::Is::map; }
  const Node& node() const { return map_; }
  Reader& reader() { return reader_; }

 private:
  Reader& reader_;
  const Node& map_;
  std::string what_;
  std::vector<std::string> known_;
};

/// "did you mean 'formats'?" if one of the candidates is close, else the other sentence.
std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise);

}  // namespace ulplab::lab
