#include "lab/scenario/yaml.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace ulplab::lab {
namespace {

/// Marks count bytes; a person counts characters.
class Places {
 public:
  explicit Places(const std::string& text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }
  /// The text from a mark on.
  std::string_view from(const YAML::Mark& mark) const {
    const std::size_t line = std::min(static_cast<std::size_t>(mark.line), starts_.size() - 1);
    return std::string_view(text_).substr(std::min(text_.size(), starts_[line] + static_cast<std::size_t>(mark.column)));
  }
  /// The last line up to `line` (from 1) that is indented with a tab, and the tab's column; nothing if there is none.
  std::optional<std::pair<int, int>> tab_before(int line) const {
    for (auto i = std::min(static_cast<std::size_t>(line), starts_.size()); i-- > 0;) {
      const std::size_t first = text_.find_first_not_of(' ', starts_[i]);
      if (first != std::string::npos && text_[first] == '\t') return std::pair(static_cast<int>(i) + 1, static_cast<int>(first - starts_[i]) + 1);
    }
    return std::nullopt;
  }
  /// Marks of a long line come one behind the other: counting goes on from the last one.
  void place(const YAML::Mark& mark, int& line, int& column) {
    line = mark.is_null() ? 1 : mark.line + 1;
    column = 1;
    if (mark.is_null()) return;
    const auto start = starts_[std::min(static_cast<std::size_t>(mark.line), starts_.size() - 1)];
    const auto end = std::min(text_.size(), start + static_cast<std::size_t>(mark.column));
    if (last_line_ != mark.line) {
      last_line_ = mark.line;
      last_ = start;
      last_column_ = 1;
    }
    for (; last_ < end; ++last_) last_column_ += begins_character(last_) ? 1 : 0;
    for (; last_ > end; --last_) last_column_ -= begins_character(last_ - 1) ? 1 : 0;
    column = last_column_;
  }

 private:
  bool begins_character(std::size_t i) const { return (static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80; }

  const std::string& text_;
  std::vector<std::size_t> starts_;
  int last_line_ = -1;
  std::size_t last_ = 0;
  int last_column_ = 1;
};

/// Does the quoted text that begins here end? yaml-cpp takes the end of the file for its end.
bool is_closed(std::string_view text) {
  const char quote = text.empty() ? ' ' : text[0];
  if (quote != '"' && quote != '\'') return true;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\')
      ++i;
    else if (text[i] == quote && quote == '\'' && i + 1 < text.size() && text[i + 1] == quote)
      ++i;
    else if (text[i] == quote)
      return true;
  }
  return false;
}

/// Thrown to leave the parser when the limits are reached; caught below.
struct TooMuch {
  YAML::Mark mark;
};

class Builder final : public YAML::EventHandler {
 public:
  Builder(Places& places, const std::string& file, Problems& problems) : places_(places), file_(file), problems_(problems) {}

  std::optional<Node> take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { finish(at(mark)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    Node node = at(mark);
    problem(node, "aliases (*name) are not used in scenarios", "write the value out");
    finish(std::move(node));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    Node node = at(mark);
    node.is = Node::Is::scalar;
    node.text = value;
    node.quoted = tag == "!";
    check(node, tag);
    if (node.quoted && !is_closed(places_.from(mark))) {
      problem(node, "a quoted text begins here and is not closed", "write the missing quote");
      broken_ = true;
    }
    finish(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, tag, Node::Is::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, tag, Node::Is::map);
  }
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    problem(at(mark), fmt::format("anchors (&{}) are not used in scenarios", name), "write each value where it is needed");
    --count_;
  }
  /// Something of it swallowed the rest: what follows from that need not be said.
  bool broken() const { return broken_; }
  /// The last list or map that began and has not ended; nullptr if there is none.
  const Node* innermost() const { return open_.empty() ? nullptr : &open_.back().node; }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;
  };

  Node at(const YAML::Mark& mark) {
    if (++count_ > max_scenario_nodes) throw TooMuch{mark};
    Node node;
    places_.place(mark, node.line, node.column);
    return node;
  }
  void problem(const Node& node, std::string message, std::string hint = "") {
    problems_.push_back({file_, node.line, node.column, std::move(message), std::move(hint)});
  }
  void check(const Node& node, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    problem(node, fmt::format("tags ({}) are not used in scenarios", tag), "leave the tag out; quote a text that looks like a number");
  }
  void open(const YAML::Mark& mark, const std::string& tag, Node::Is is) {
    Node node = at(mark);
    node.is = is;
    check(node, tag);
    open_.push_back({std::move(node), std::nullopt});
  }
  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    finish(std::move(node));
  }
  void finish(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& in = open_.back();
    if (in.node.is == Node::Is::list) {
      in.node.items.push_back(std::move(node));
      return;
    }
    if (!in.key) {
      if (node.is != Node::Is::scalar) {
        problem(node, "a key must be a word", "write `key: value`");
        node.text.clear();
      }
      in.key = std::move(node);
      return;
    }
    Node key = std::move(*in.key);
    in.key.reset();
    if (node.is == Node::Is::empty) node.line = key.line, node.column = key.column;  // there is no value: its key is the place
    if (const Node* first = find_key(in.node, key.text))
      problem(key, fmt::format("'{}' is here twice: the first is in line {}", key.text, first->line), "keep one of the two");
    else if (key.is == Node::Is::scalar)
      in.node.entries.push_back({std::move(key), std::move(node)});
  }
  static const Node* find_key(const Node& map, std::string_view key) {
    for (const auto& [k, v] : map.entries)
      if (k.text == key) return &k;
    return nullptr;
  }

  Places& places_;
  const std::string& file_;
  Problems& problems_;
  std::vector<Open> open_;
  std::optional<Node> root_;
  std::size_t count_ = 0;
  bool broken_ = false;
};

/// yaml-cpp's words in ours, where a person gains by it.
std::pair<std::string, std::string> explained(const std::string& message) {
  if (message.find("illegal tab") != std::string::npos) return {"a tab where YAML wants spaces", "indent with spaces"};
  if (message.find("end of map flow not found") != std::string::npos) return {"a map that begins with { is not closed", "write the missing }"};
  if (message.find("end of sequence flow not found") != std::string::npos)
    return {"a list that begins with [ is not closed", "write the missing ]"};
  if (message.find("end of map not found") != std::string::npos)
    return {"this line does not belong to the map above", "give all keys of a map the same indentation, each as `key: value`"};
  if (message.find("end of sequence not found") != std::string::npos)
    return {"this line does not belong to the list above", "begin each element with `- `, all with the same indentation"};
  if (message.find("illegal map value") != std::string::npos)
    return {"a ':' where no key can stand", "quote a text that has ': ' in it"};
  if (message.find("illegal EOF in scalar") != std::string::npos) return {"a quoted text is not closed", "write the missing quote"};
  if (message.find("defined") != std::string::npos && message.find("anchor") != std::string::npos)
    return {"aliases (*name) are not used in scenarios", "write the value out; quote a text that begins with *"};
  if (message.find("unknown token") != std::string::npos) return {"a character that cannot begin a value", "quote the text"};
  return {"this is not YAML: " + message, ""};
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (const auto& [k, v] : entries)
    if (k.text == key) return &v;
  return nullptr;
}

std::string Node::described() const {
  switch (is) {
    case Is::empty:  return "empty";
    case Is::list:   return "a list";
    case Is::map:    return "a map";
    case Is::scalar: break;
  }
  return text.size() <= 40 ? "'" + text + "'" : "'" + text.substr(0, 40) + "…'";
}

std::optional<Node> parse_yaml(const std::string& text, const std::string& file, Problems& problems) {
  Places places(text);
  const auto told_at = [&](const YAML::Mark& mark, std::string message, std::string hint) {
    Problem p{file, 1, 1, std::move(message), std::move(hint)};
    places.place(mark, p.line, p.column);
    problems.push_back(std::move(p));
  };
  Builder builder(places, file, problems);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      problems.push_back({file, 1, 1, "there is nothing in this file", "a scenario begins with `schema: 1`"});
      return std::nullopt;
    }
    std::optional<Node> root = builder.take();
    if (builder.broken()) return std::nullopt;
    Problems of_others;
    Builder second(places, file, of_others);
    if (parser.HandleNextDocument(second)) {
      const std::optional<Node> other = second.take();
      problems.push_back({file, other ? other->line : 1, other ? other->column : 1, "a second document begins here",
                          "one file is one scenario: take out the `---`, or make two files"});
    }
    return root;
  } catch (const YAML::DeepRecursion& e) {
    told_at(e.mark, "values are nested too deeply here", "a scenario needs three or four levels");
    if (const Node* open = builder.innermost()) problems.back().line = open->line, problems.back().column = open->column;  // the mark is behind it
  } catch (const YAML::Exception& e) {
    if (builder.broken()) return std::nullopt;
    Node where;
    places.place(e.mark, where.line, where.column);
    if (const auto tab = places.tab_before(where.line)) {
      problems.push_back({file, tab->first, tab->second, "a tab where YAML wants spaces", "indent with spaces"});
      return std::nullopt;
    }
    const auto [message, hint] = explained(e.msg);
    problems.push_back({file, where.line, where.column, message, hint});
  } catch (const TooMuch& e) {
    told_at(e.mark, fmt::format("this file has more than {} values", max_scenario_nodes), "a scenario is a page, not a data set");
  }
  return std::nullopt;
}

}  // namespace ulplab::lab
