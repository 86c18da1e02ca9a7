// Document: what a search may find a tool by.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/document.hpp"

namespace touchstone::find {

// Texts hold as much of one field as is read of it.
inline constexpr std::size_t kMaxNameBytes = 256;
inline constexpr std::size_t kMaxTitleBytes = 256;
inline constexpr std::size_t kMaxDescriptionBytes = 4096;
inline constexpr std::size_t kMaxParameterBytes = 2048;      // names and values, all together
inline constexpr std::size_t kMaxParameterTextBytes = 4096;  // descriptions, all together

struct Document {
  std::string name;  // as clients see it: with the server's prefix, which people search by, too
  std::string title;
  std::string parameters;  // their names and enum values, a line each
  std::string description;
  std::string parameter_text;  // their descriptions, a line each
};

// Of a tool definition, shown as `name`. Any value will do; what is not there is empty.
[[nodiscard]] Document document_of(json::View definition, std::string_view name);

}  // namespace touchstone::find
