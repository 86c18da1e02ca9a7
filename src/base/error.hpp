// Error: what failed, where, and what the person should do about it.
//
// A value like any other: it copies, compares and prints. Functions that can fail on their input
// return Result<T>; they never throw and never print.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace touchstone::base {

struct Error {
  std::string what;    // one clause, lower case, no full stop: "not a JSON value"
  std::string where;   // "tools.json:3:14", a config key, or empty
  std::string remedy;  // what to do next, or empty

  friend bool operator==(const Error&, const Error&) = default;
};

// "tools.json:3:14: not a JSON value\n  try: …"
[[nodiscard]] std::string to_string(const Error& error);

// The same on one line, for logs and messages: "tools.json:3:14: not a JSON value; try: …"
[[nodiscard]] std::string to_line(const Error& error);

template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(std::string what, std::string where = {},
                                                std::string remedy = {}) {
  return tl::unexpected<Error>(Error{std::move(what), std::move(where), std::move(remedy)});
}

}  // namespace touchstone::base
