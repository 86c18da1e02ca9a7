#include "http/head.hpp"

#include <algorithm>

#include "http/bytes.hpp"

namespace touchstone::http {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view Headers::get(std::string_view name) const {
  for (const auto& header : all_) {
    if (same_name(header.name, name)) return header.value;
  }
  return {};
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      all_.begin(), all_.end(), [name](const Header& h) { return same_name(h.name, name); }));
}

bool Headers::has(std::string_view name) const { return count(name) != 0; }

}  // namespace touchstone::http
