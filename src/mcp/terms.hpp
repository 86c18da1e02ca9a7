// Terms: what a client says about itself, once in `initialize` (legacy) or in each request
// (modern).
//
// Kept as the raw JSON it came as, so that it can be passed on as it is; the few things we decide
// by are read out as flags.
#pragma once

#include <optional>
#include <string>

#include "mcp/era.hpp"

namespace touchstone::mcp {

// What a server may ask of this client.
struct ClientFeatures {
  bool elicitation_form = false;
  bool elicitation_url = false;
  bool sampling = false;
  bool sampling_tools = false;
  bool sampling_context = false;
  bool roots = false;
  bool tasks = false;   // modern: it understands a task in place of a result
  bool others = false;  // it declared something that is none of these

  // Could a server ask this client anything?
  [[nodiscard]] bool can_be_asked() const {
    return elicitation_form || elicitation_url || sampling || roots;
  }
  friend bool operator==(const ClientFeatures&, const ClientFeatures&) = default;
};
[[nodiscard]] ClientFeatures read_features(json::View capabilities);
// Capabilities, as raw JSON, of a legacy client that may be asked so much and says nothing else.
[[nodiscard]] std::string capabilities_with(const ClientFeatures& features);
// The same for clients that may be asked the same, and different for others, in a few letters; ""
// for none. What `tasks` says and `others` may be is no part of it.
[[nodiscard]] std::string letters_of(const ClientFeatures& features);

// Did the client say that it can answer this? Of questions that MCP does not know: no.
[[nodiscard]] bool can_answer(const ClientFeatures& features, const rpc::Message& question);
[[nodiscard]] bool can_answer(const ClientFeatures& features, std::string_view method,
                              json::View params);
[[nodiscard]] bool is_question(std::string_view method);  // one that MCP knows

struct Terms {
  Era era = Era::kLegacy;
  std::string version = std::string(kLatestLegacy);  // the revision in force
  std::string capabilities = "{}";                   // raw JSON object
  std::string client_info;                           // raw JSON object, or empty
  std::string client_name;                           // of it, or empty
  std::string client_version;
  std::string log_level;  // modern: of this request; "" if none
  std::string principal;  // who it is, from the face; "" where nobody is told apart
  ClientFeatures features;
};

// From the params of `initialize`, with the version negotiated.
[[nodiscard]] Terms terms_of_initialize(const rpc::Message& initialize);
// A legacy client's terms as such params, and read from them again: what is written is in force.
// Nothing if that is no JSON, or of a revision that we do not know.
[[nodiscard]] std::string opening_of(const Terms& terms);
[[nodiscard]] std::optional<Terms> terms_of_opening(std::string_view opening);
// From params._meta of a modern request; the fault says which required key is missing or wrong.
[[nodiscard]] base::Result<Terms> terms_of_request(const rpc::Message& request);

}  // namespace touchstone::mcp
