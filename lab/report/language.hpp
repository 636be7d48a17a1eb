// In which language does a person read?
#pragma once

#include <cstdint>
#include <string>

namespace ulplab::lab {

enum class Language : std::uint8_t { english, chinese };

/// A text in up to two languages. `zh` may be empty.
struct Localized {
  std::string en;
  std::string zh;

  /// In that language, else in English.
  const std::string& in(Language language) const { return language == Language::chinese && !zh.empty() ? zh : en; }
};

}  // namespace ulplab::lab
