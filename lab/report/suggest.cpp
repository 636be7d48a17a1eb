#include "lab/report/suggest.hpp"

#include <algorithm>
#include <vector>

namespace ulplab::lab {
namespace {

constexpr std::size_t longest_word = 64;  // nothing of ours is longer, and the table stays small whatever is typed

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // d[i][j]: distance between the first i letters of a and the first j of b; three rows are enough.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower(a[i - 1]), y = lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (x == y ? 0 : 1)});
      if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > longest_word) return "";
  std::string best;
  int least = 0;
  for (const std::string& c : candidates) {
    const int distance = edit_distance(word, c);
    const bool begins = word.size() >= 3 && c.size() > word.size() && edit_distance(word, std::string_view(c).substr(0, word.size())) == 0;
    const int allowed = word.size() < 3 ? 0 : std::max(1, static_cast<int>(std::max(word.size(), c.size())) / 3);
    const bool close = distance <= allowed && distance < static_cast<int>(std::max(word.size(), c.size()));
    const int rank = close ? distance : begins ? allowed + 1 : -1;
    if (rank >= 0 && (best.empty() || rank < least)) {
      best = c;
      least = rank;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::string n = nearest(word, candidates);
  return n.empty() ? "" : "did you mean '" + n + "'?";
}

}  // namespace ulplab::lab
