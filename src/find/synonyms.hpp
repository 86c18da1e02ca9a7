// Synonyms: words of the trade that people use for what a tool's author called otherwise.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace touchstone::find {

class Synonyms {
 public:
  Synonyms();

  using Terms = std::set<std::string, std::less<>>;
  // The stems of the other words that mean much the same as this one, itself a stem. `delet`: drop,
  // eras, remov, … Empty if the table does not have it.
  [[nodiscard]] const Terms& of(std::string_view term) const;

 private:
  std::map<std::string, Terms, std::less<>> by_term_;
  Terms none_;
};

}  // namespace touchstone::find
