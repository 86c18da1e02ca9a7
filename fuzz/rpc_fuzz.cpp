// Any bytes as a JSON-RPC message: whatever is accepted is of one clear kind and can be given
// another id without a byte of the rest changing; whatever is refused can be answered, and whose
// answer it was to be is told by an id of its own or not at all.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "rpc/broken_answer.hpp"
#include "rpc/code.hpp"
#include "rpc/message.hpp"
#include "rpc/write.hpp"

namespace touchstone::rpc {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

tl::expected<Message, Message::Fault> parse(std::string_view text) {
  json::Parser parser;
  return Message::parse(parser, json::Text::copy_of(text));
}

// Members by their decoded names, looked up one by one: another way than Message takes.
void check_kind(const Message& message) {
  const json::View root = message.root();
  require(root.is(json::Kind::kObject), "a message is an object");
  require(root.find("jsonrpc").equals("2.0"), "a message says 2.0");
  const json::View id = root.find("id");
  const bool has_method = static_cast<bool>(root.find("method"));
  require(has_method == (message.is_request() || message.is_notification()),
          "what has a method is a request or a notification");
  require(!has_method || root.find("method").equals(message.method()), "the method is its own");
  require(!message.is_request() || id, "a request has an id");
  require(!message.is_notification() || !id, "a notification has no id");
  require(!message.is_response() || (message.kind() == Kind::kResult) == bool{root.find("result")},
          "a result has a result, an error none");
  require(message.kind() != Kind::kError || message.error().is(json::Kind::kObject),
          "an error is an object");
  require(!message.params() || message.params().is(json::Kind::kObject), "params are an object");
  require(message.raw_id() == (id ? id.raw() : "null"), "the id keeps its spelling");
}

void check_new_id(const Message& message, std::string_view text, std::string_view raw_id) {
  const std::string renamed = with_id(message, raw_id);
  const auto again = parse(renamed);
  require(again.has_value(), "with another id it is still a message");
  require(again->kind() == message.kind(), "and of the same kind");
  require(again->method() == message.method(), "with the same method");
  if (!message.id()) return require(renamed == text, "what has no id is not changed");
  require(again->raw_id() == raw_id, "the id is the new one");
  require(with_id(*again, message.raw_id()) == text, "with its own id again it is as it came");
}

void check_fault(const Message::Fault& fault) {
  require(fault.code == kParseError || fault.code == kInvalidRequest, "a fault has its code");
  require(!fault.what.empty(), "a fault says what is wrong");
  const auto answer = parse(error(fault.id, fault.code, fault.what));
  require(answer.has_value() && answer->kind() == Kind::kError, "a fault can be answered");
  require(answer->raw_id() == fault.id, "the answer has the fault's id");
}

// Whose answer it would be is told without the parser, so the parser is asked what it makes of it.
void check_broken(std::string_view text, const tl::expected<Message, Message::Fault>& message) {
  const std::string_view id = id_of_broken_answer(text);
  if (!message) return require(message.error().answers == id, "a fault tells whom it answers");
  const bool is_answer = message->is_response() && message->raw_id() != "null";
  require(id == (is_answer ? message->raw_id() : std::string_view()), "two readers, one id");
}

// An id that is told is one, and would be so in front of anything.
void check_broken_id(std::string_view text) {
  const std::string id(id_of_broken_answer(text));
  if (id.empty()) return;
  const auto alone = parse(result(id, "{}"));
  require(alone.has_value() && alone->raw_id() == id, "what is told is an id");
}

void check(std::string_view text) {
  const auto message = parse(text);
  check_broken(text, message);
  check_broken_id(text);
  if (!message) return check_fault(message.error());
  check_kind(*message);
  check_new_id(*message, text, "18446744073709551615");
  check_new_id(*message, text, R"("a\"b")");
  (void)message->meta("progressToken");
  (void)message->error_code();
}

}  // namespace
}  // namespace touchstone::rpc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::rpc::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
