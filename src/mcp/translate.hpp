// Translate: one message from one era into the other, changing only what the eras say differently.
//
// All of it works on the original bytes (json/splice.hpp). What is not named here goes through as
// it came, both ways: unknown keys, unknown _meta, the spelling of numbers, the order of members.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/splice.hpp"
#include "mcp/era.hpp"
#include "mcp/terms.hpp"
#include "model/label.hpp"
#include "rpc/message.hpp"

namespace touchstone::mcp {

// A request on its way to a server.
struct Outward {
  Era server = Era::kLegacy;
  std::string id;                            // raw; ours
  json::View renamed;                        // a string in the request that has another value there
  std::string name;                          // that value
  std::optional<std::string> progress;       // raw; instead of the client's token, if it has one
  std::optional<std::string> request_state;  // what to put for the client's; "" takes it out
  std::optional<std::string> input_responses;  // raw; the same of the client's answers
  bool as_task = false;  // where the eras differ: the server may, or must, begin a task
  bool plainly = false;  // it shall not hear that a legacy client asked for one
  // What the request's context contains, for a server that may be told: joins the client's own
  // `_meta.annotations`. None: those pass as they came.
  const model::Label* context = nullptr;
};
// `client` is what the client said of itself. Towards a modern server a legacy client's terms are
// added to _meta; towards a legacy server a modern client's are taken out. The marker of a session
// (kMetaSession) is meant for us, and names the client to whoever knows it: no server sees it.
[[nodiscard]] std::string to_server(const rpc::Message& request, const Terms& client,
                                    const Outward& how);

// A response on its way to a client.
struct Homeward {
  Era client = Era::kLegacy;
  std::string_view method;                   // that was asked
  std::string_view id;                       // raw; the client's
  std::optional<std::string> request_state;  // ours, instead of the server's
  bool opens_urls = false;                   // the client may be asked to open a URL
  // Of a resource that has another URI at its server.
  std::string uri_there = {}, uri_here = {};
  bool uncached = false;  // nobody may keep it, whatever the server says
};
// A modern client gets resultType, and ttlMs and cacheScope where they must be, if the server gave
// none; and -32602 for a resource that is not there, where legacy says -32002.
[[nodiscard]] std::string to_client(const rpc::Message& response, const Homeward& how);

// -32042 of a legacy server, for a modern client: there is no such error there, but a result that
// asks it to open these URLs and call again; or the error that says it should have been able to.
// Nothing if the response is another.
struct UrlsRequired {
  std::string message;  // the whole response
  int code = 0;
};
[[nodiscard]] std::optional<UrlsRequired> urls_required(const rpc::Message& response,
                                                        const Homeward& how);

// The members that every modern result must have, for results that are ours: `"resultType":…`.
[[nodiscard]] std::string complete(std::string raw_object, std::string_view method);

// Nobody may keep this result, whatever its server says: for a modern client, and where the server
// says something. What is no result yet stays as it is.
void forbid_keeping(json::Splice& splice, json::View result, Era client);

// Must results of this method say how long they may be kept?
[[nodiscard]] bool is_cacheable(std::string_view method);

}  // namespace touchstone::mcp
