// Reading one field's value from JSON, with an explanation where it does not fit.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "json/document.hpp"
#include "model/field.hpp"

namespace touchstone::model {

// More members than this in one set is not a description any more. It also bounds the work on a
// hostile definition.
inline constexpr std::size_t kMaxSetMembers = 64;
inline constexpr std::size_t kMaxUris = 1024;

struct ValueFault {
  json::View where;  // the offending value, perhaps an element of a set
  std::string what;  // "must be true or false, found a string"
};

[[nodiscard]] tl::expected<Value, ValueFault> parse_value(const FieldSpec& field, json::View value);

}  // namespace touchstone::model
