// JSON-RPC messages that are ours. Ids, params and results are raw JSON, copied as they are.
#pragma once

#include <string>
#include <string_view>

#include "rpc/message.hpp"

namespace touchstone::rpc {

[[nodiscard]] std::string request(std::string_view raw_id, std::string_view method,
                                  std::string_view raw_params = {});
[[nodiscard]] std::string notification(std::string_view method, std::string_view raw_params = {});
[[nodiscard]] std::string result(std::string_view raw_id, std::string_view raw_result);
[[nodiscard]] std::string error(std::string_view raw_id, int code, std::string_view message,
                                std::string_view raw_data = {});

// The same message with another id; every other byte as it was.
[[nodiscard]] std::string with_id(const Message& message, std::string_view raw_id);

}  // namespace touchstone::rpc
