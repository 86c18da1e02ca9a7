// Which tables a text of SQL names, for whoever keeps track of what is in them.
//
// By the words before them: FROM, JOIN, INTO, UPDATE, TABLE. What a view or a function reads is not
// seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::resolve {

inline constexpr std::size_t kMaxSqlTables = 64;  // of one text

struct SqlTables {
  std::vector<std::string> names;  // "main.orders" also as "orders"; in capitals if not quoted
  bool too_many = false;           // there may be more
};

[[nodiscard]] SqlTables tables_in_sql(std::string_view text);

}  // namespace touchstone::resolve
