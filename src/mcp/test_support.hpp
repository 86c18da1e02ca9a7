// For tests: messages from literals.
#pragma once

#include <string_view>
#include <utility>

#include "json/test_support.hpp"
#include "rpc/message.hpp"

namespace touchstone::mcp {

// The message of a text that must be one.
inline rpc::Message message(std::string_view text) {
  return std::move(*rpc::Message::read(json::document(text)));
}

}  // namespace touchstone::mcp
