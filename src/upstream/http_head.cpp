#include "upstream/http_head.hpp"

#include <algorithm>
#include <array>

#include "http/head.hpp"
#include "http/write.hpp"

namespace touchstone::upstream {
namespace {

constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";
// These say where a message ends and who is meant.
constexpr std::array<std::string_view, 6> kFraming = {
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "expect"};
// These are ours in every request; the config's would be a second one.
constexpr std::array<std::string_view, 5> kOurs = {"accept", "content-type", "mcp-session-id",
                                                   "mcp-protocol-version", "last-event-id"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::any_of(names, [&](auto each) { return http::same_name(name, each); });
}

bool can_be_sent(std::string_view name, std::string_view value) {
  return http::is_token(name) && http::is_field_value(value) && !is_one_of(name, kFraming);
}

}  // namespace

base::Result<HttpHeads> HttpHeads::make(const config::Server& server, const http::Url& url) {
  HttpHeads heads;
  heads.target_ = url.target;
  http::append_header(heads.common_, "Host", url.authority);
  bool names_itself = false;
  for (const auto& [name, value] : server.headers) {
    // Not the value: it may be a secret.
    if (!can_be_sent(name, value))
      return base::fail("the header '" + name + "' cannot be sent", server.where, "correct it");
    names_itself = names_itself || http::same_name(name, "user-agent");
    if (!is_one_of(name, kOurs)) http::append_header(heads.common_, name, value);
  }
  if (!names_itself)
    http::append_header(heads.common_, "User-Agent", "touchstone/" TOUCHSTONE_VERSION);
  http::append_request_line(heads.post_, "POST", url.target);
  heads.post_ += heads.common_;
  http::append_header(heads.post_, "Content-Type", "application/json");
  http::append_header(heads.post_, "Accept", "application/json, text/event-stream");
  return heads;
}

void HttpHeads::append_state(std::string& out, bool with_version) const {
  if (!session_.empty()) http::append_header(out, "Mcp-Session-Id", session_);
  if (with_version && !version_.empty()) http::append_header(out, kVersionHeader, version_);
}

base::Result<std::string> HttpHeads::post(const HeaderList& headers, std::size_t size) const {
  std::size_t room = post_.size() + session_.size() + 128;
  for (const auto& [name, value] : headers) room += name.size() + value.size() + 4;
  std::string out;
  out.reserve(room);
  out += post_;
  bool with_version = true;
  for (const auto& [name, value] : headers) {
    if (!can_be_sent(name, value)) return base::fail("the header '" + name + "' cannot be sent");
    with_version = with_version && !http::same_name(name, kVersionHeader);
    http::append_header(out, name, value);
  }
  append_state(out, with_version);
  http::append_header(out, "Content-Length", size);
  http::end_head(out);
  return out;
}

std::string HttpHeads::get(std::string_view last_event_id) const {
  std::string out;
  http::append_request_line(out, "GET", target_);
  out += common_;
  http::append_header(out, "Accept", "text/event-stream");
  append_state(out, true);
  if (!last_event_id.empty() && http::is_field_value(last_event_id))
    http::append_header(out, "Last-Event-ID", last_event_id);
  http::end_head(out);
  return out;
}

std::string HttpHeads::del() const {
  std::string out;
  http::append_request_line(out, "DELETE", target_);
  out += common_;
  append_state(out, true);
  http::end_head(out);
  return out;
}

}  // namespace touchstone::upstream
