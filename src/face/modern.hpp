// The rules that every modern request must keep, whatever carried it.
#pragma once

#include <optional>
#include <string>

#include "face/handler.hpp"
#include "http/head.hpp"

namespace touchstone::face {

// Fills `terms` from the request's _meta, or says what to answer instead: -32602 for a missing key,
// -32022 for a version we do not speak.
[[nodiscard]] std::optional<Answer> read_terms(const rpc::Message& request, mcp::Terms& terms);

// Over HTTP: the headers that mirror the body. -32020 if one is missing or differs.
[[nodiscard]] std::optional<Answer> check_headers(const rpc::Message& request,
                                                  const http::Headers& headers);

// The HTTP status of a modern answer: errors of the protocol have one of their own.
[[nodiscard]] int http_status(int error_code);

}  // namespace touchstone::face
