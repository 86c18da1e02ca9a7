// MessageReader: texts from one server into messages, by the shared parser, or by one of its own if
// the server may send more than the shared one takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "json/parser.hpp"
#include "rpc/message.hpp"
#include "upstream/context.hpp"

namespace touchstone::upstream {

class MessageReader {
 public:
  static constexpr std::uint64_t kGarbageShown = 3;

  MessageReader(const Context& context, std::string server, std::size_t max_message)
      : log_(context.log), server_(std::move(server)), shared_(context.parser) {
    json::Limits limits = shared_.limits();
    if (max_message <= limits.max_bytes) return;
    limits.max_bytes = max_message;
    own_.emplace(limits);
  }
  [[nodiscard]] tl::expected<rpc::Message, rpc::Message::Fault> read(json::Text text) {
    return rpc::Message::parse(own_ ? *own_ : shared_, std::move(text));
  }
  // Where anything may come: what is no message is skipped, and the first few are logged. `what` is
  // "printed a line" or the like.
  [[nodiscard]] std::optional<rpc::Message> sift(json::Text text, std::string_view what) {
    auto message = read(std::move(text));
    if (message) return std::move(*message);
    if (++garbage_ <= kGarbageShown) {
      log_.warning("{}: {} that is no message ({}){}", server_, what, message.error().what,
                   garbage_ == kGarbageShown ? "; further ones are not shown" : "");
    }
    return std::nullopt;
  }

 private:
  const base::Log& log_;
  std::string server_;
  json::Parser& shared_;
  std::optional<json::Parser> own_;
  std::uint64_t garbage_ = 0;
};

}  // namespace touchstone::upstream
