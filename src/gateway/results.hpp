// Results that are the gateway's own, and no server's.
#pragma once

#include <string>
#include <string_view>

#include "base/log.hpp"
#include "face/handler.hpp"
#include "mcp/translate.hpp"
#include "policy/decide.hpp"

namespace touchstone::gateway {

// `raw_result` with what a modern result must have besides.
[[nodiscard]] face::Answer answer_own(const face::Request& request, std::string raw_result);

// The result of a tool that failed, with this text.
[[nodiscard]] std::string refusal_result(std::string_view why);
// The same result, saying that something of `source` that carries an attack stood in its place. The
// source is a name of ours: what the attack says of itself is withheld with it.
[[nodiscard]] std::string marked_as_attack(std::string result, std::string source);
// An error as it stands in a response.
[[nodiscard]] std::string error_object(int code, std::string_view why);
// A call that was not made, and why. The model reads it and can do something else; so it is a
// result, and not an error, unless a client of 2025-11-25 asked for a task in its place.
[[nodiscard]] face::Answer answer_refusal(const face::Request& request, std::string_view why);

// Of these a model reads a result, of all else its client an error.
[[nodiscard]] bool has_result_of_tool(const face::Request& request);
// A refusal, as the one or the other.
[[nodiscard]] face::Answer refusal(const face::Request& request, std::string_view text);
[[nodiscard]] face::Answer not_valid(const face::Request& request, const base::Error& error);
// Why, in the words of the rules. Nothing that would help to get round them.
[[nodiscard]] std::string reasons(const policy::Decision& decision);

// What the guard cannot do, in words: its fault, or whoever asks for another's session.
[[nodiscard]] face::Answer answer_guard_trouble(const face::Request& request, const base::Log& log,
                                                std::string_view what, const base::Error& error);

// A server's response, as its client understands it.
[[nodiscard]] face::Answer answer_home(const rpc::Message& response, const mcp::Homeward& how);

}  // namespace touchstone::gateway
