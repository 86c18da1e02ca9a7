#include "rpc/message.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "rpc/broken_answer.hpp"
#include "rpc/code.hpp"

namespace touchstone::rpc {
namespace {

bool is_id(json::View id) { return id.is(json::Kind::kString) || id.is(json::Kind::kNumber); }

struct Envelope {
  json::View version, id, method, params, result, error;
};

constexpr std::array<std::pair<std::string_view, json::View Envelope::*>, 6> kMembers = {{
    {"jsonrpc", &Envelope::version},
    {"id", &Envelope::id},
    {"method", &Envelope::method},
    {"params", &Envelope::params},
    {"result", &Envelope::result},
    {"error", &Envelope::error},
}};

// One pass over the members instead of six searches: this runs for every message. Keys are compared
// decoded: "par\u0061ms" is params to whoever reads it next.
Envelope open(json::View root) {
  Envelope envelope;
  std::string scratch;
  for (const auto [key, value] : root.members()) {
    const std::string_view name = *key.as_string(scratch);
    for (const auto& [known, member] : kMembers) {
      if (name == known) envelope.*member = value;
    }
  }
  return envelope;
}

// What is wrong with the envelope, or nothing.
std::string_view complaint(const Envelope& e) {
  if (!e.version.equals("2.0")) return "\"jsonrpc\" must be \"2.0\"";
  if (e.method) {
    if (!e.method.is(json::Kind::kString)) return "\"method\" must be a string";
    if (e.result || e.error) return "a request has no \"result\" or \"error\"";
    if (e.id && !is_id(e.id)) return "\"id\" must be a string or a number";
    if (e.params && !e.params.is(json::Kind::kObject)) return "\"params\" must be an object";
    return {};
  }
  if (e.result && e.error) return "a response has either \"result\" or \"error\"";
  if (!e.result && !e.error)
    return "neither a request nor a response: no \"method\", no \"result\"";
  if (e.error && !e.error.is(json::Kind::kObject)) return "\"error\" must be an object";
  if (e.result && !is_id(e.id)) return "\"id\" of a result must be a string or a number";
  return {};
}

Kind kind_of(const Envelope& e) {
  if (e.method) return e.id ? Kind::kRequest : Kind::kNotification;
  return e.result ? Kind::kResult : Kind::kError;
}

}  // namespace

tl::expected<Message, Message::Fault> Message::read(json::Document document) {
  const json::View root = document.root();
  if (!root.is(json::Kind::kObject)) {
    const bool batch = root.is(json::Kind::kArray);
    return tl::unexpected(Fault{kInvalidRequest,
                                batch ? "batches are not part of MCP; send one message at a time"
                                      : "a message must be an object",
                                "null"});
  }
  const Envelope envelope = open(root);
  if (const auto what = complaint(envelope); !what.empty()) {
    Fault fault{kInvalidRequest, std::string(what), "null"};
    if (is_id(envelope.id)) fault.id = envelope.id.raw();
    if (is_id(envelope.id) && !envelope.method && envelope.version.equals("2.0"))
      fault.answers = fault.id;
    return tl::unexpected(std::move(fault));
  }
  Message message(std::move(document));
  message.kind_ = kind_of(envelope);
  if (envelope.method) message.method_ = *envelope.method.as_string();
  message.id_ = envelope.id;
  message.params_ = envelope.params;
  message.result_ = envelope.result;
  message.error_ = envelope.error;
  return message;
}

tl::expected<Message, Message::Fault> Message::parse(json::Parser& parser, json::Text text) {
  auto document = parser.parse_or_leave(text);
  if (!document) {
    const auto& position = document.error().position;
    return tl::unexpected(Fault{
        kParseError,
        "not JSON: " + document.error().what + " (byte " + std::to_string(position.offset) + ")",
        "null", std::string(id_of_broken_answer(text.view()))});
  }
  return read(std::move(*document));
}

json::View Message::meta(std::string_view key) const { return params_.find("_meta").find(key); }

int Message::error_code() const {
  return static_cast<int>(error_.find("code").as_int().value_or(0));
}

}  // namespace touchstone::rpc
