// What did a person write in a YAML file, and where?
//
// yaml-cpp keeps duplicate keys silently, resolves aliases and reads YAML 1.1 numbers and booleans. Here nothing is
// interpreted: every scalar stays the text that it was, every node knows its line and column, and what a scenario has no use
// for (duplicate keys, anchors, tags, second documents) is a problem with an answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/report/problem.hpp"

namespace ulplab::lab {

struct Node {
  enum class Is : std::uint8_t { empty, scalar, list, map };
  Is is = Is::empty;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< "…" or '…' or a block: certainly a text
  int line = 0;         ///< from 1
  int column = 0;       ///< from 1, in characters
  std::vector<Node> items;                      ///< of a list
  struct Entry;
  std::vector<Entry> entries;                   ///< of a map, in the order written, keys unique

  const Node* find(std::string_view key) const;
  /// "a list", "a map", "empty", "'text'": what to call it in a sentence.
  std::string described() const;
};
struct Node::Entry {
  Node key;
  Node value;
};

/// Reads one document. Nothing if the text is no YAML at all; everything found is in `problems`.
std::optional<Node> parse_yaml(const std::string& text, const std::string& file, Problems& problems);

/// Limits, so that a hostile file costs nothing.
inline constexpr std::size_t max_scenario_bytes = 1 << 20;
inline constexpr std::size_t max_scenario_nodes = 20000;

}  // namespace ulplab::lab
