// What a form of a page sends: application/x-www-form-urlencoded.
//
// Strict, since only our own forms are meant: an escape that is none, a name that stands twice and
// more fields than kMaxFields are errors. Values are bytes, whatever they say. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace touchstone::http {

class Form {
 public:
  static constexpr std::size_t kMaxFields = 16;

  [[nodiscard]] static base::Result<Form> parse(std::string_view body);
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& fields() const {
    return fields_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

}  // namespace touchstone::http
