#include "demo/call.hpp"

#include "json/parser.hpp"
#include "json/writer.hpp"
#include "rpc/write.hpp"

namespace touchstone::demo {

std::string Call::text(std::string_view argument, std::string_view otherwise) const {
  return arguments().find(argument).as_string().value_or(std::string(otherwise));
}

void Call::progress(int done, int total, std::string_view message) {
  const json::View token = message_.meta("progressToken");
  if (!token) return;
  json::Writer w;
  w.begin_object().key("progressToken").raw(token.raw());
  w.key("progress").integer(done).key("total").integer(total);
  w.key("message").string(message).end_object();
  line_.send(rpc::notification("notifications/progress", w.text()));
}

void Call::log(std::string_view level, std::string_view text) {
  if (!line_.wants_log(level)) return;
  json::Writer w;
  w.begin_object().key("level").string(level).key("data").string(text).end_object();
  line_.send(rpc::notification("notifications/message", w.text()));
}

std::optional<Asked> recall(const Memory& memory, const std::vector<Question>& questions) {
  Asked asked;
  json::Parser parser;
  for (const auto& question : questions) {
    const auto it = memory.find(question.key);
    if (it == memory.end()) return std::nullopt;
    auto document = parser.parse(json::Text::copy_of(it->second));
    if (!document) return std::nullopt;
    asked.answers.push_back(std::move(*document));
  }
  return asked;
}

}  // namespace touchstone::demo
