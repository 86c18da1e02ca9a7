// MessageReader: texts from one server into messages, by the shared parser, or by one of its own if
// the server may send more than the shared one takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/log.hpp"
#include "json/number.hpp"
#include "json/parser.hpp"
#include "rpc/message.hpp"
#include "upstream/context.hpp"
#include "upstream/link.hpp"

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
  // Why something is no message, and to which call it was the answer, as far as that can be told.
  struct Garbage {
    CallId call = 0;
    std::string why;
  };
  // Where anything may come: what is no message is for nobody but the call it was to answer, and
  // the first few are logged. `what` is "printed a line" or the like.
  [[nodiscard]] tl::expected<rpc::Message, Garbage> sift(json::Text text, std::string_view what) {
    auto message = read(std::move(text));
    if (message) return std::move(*message);
    if (++garbage_ <= kGarbageShown) {
      log_.warning("{}: {} that is no message ({}){}", server_, what, message.error().what,
                   garbage_ == kGarbageShown ? "; further ones are not shown" : "");
    }
    return tl::unexpected(
        Garbage{call_of(message.error().answers), std::move(message.error().what)});
  }

 private:
  // As of answers that can be read: our ids are numbers, and "1" is not 1.
  static CallId call_of(const std::string& raw_id) {
    if (raw_id.empty() || raw_id.front() == '"') return 0;
    const auto number = json::integer_of(raw_id);
    return number && *number > 0 ? static_cast<CallId>(*number) : 0;
  }

  const base::Log& log_;
  std::string server_;
  json::Parser& shared_;
  std::optional<json::Parser> own_;
  std::uint64_t garbage_ = 0;
};

}  // namespace touchstone::upstream
