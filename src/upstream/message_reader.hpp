// MessageReader: texts from one server into messages, by the shared parser, or by one of its own if
// the server may send more than the shared one takes.
#pragma once

#include <optional>
#include <utility>

#include "json/parser.hpp"
#include "rpc/message.hpp"

namespace touchstone::upstream {

class MessageReader {
 public:
  MessageReader(json::Parser& shared, std::size_t max_message) : shared_(shared) {
    json::Limits limits = shared.limits();
    if (max_message <= limits.max_bytes) return;
    limits.max_bytes = max_message;
    own_.emplace(limits);
  }
  [[nodiscard]] tl::expected<rpc::Message, rpc::Message::Fault> read(json::Text text) {
    return rpc::Message::parse(own_ ? *own_ : shared_, std::move(text));
  }

 private:
  json::Parser& shared_;
  std::optional<json::Parser> own_;
};

}  // namespace touchstone::upstream
