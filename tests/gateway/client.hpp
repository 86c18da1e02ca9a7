// For tests: clients of both eras before a gateway, which need no face.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gateway/bench.hpp"

namespace touchstone::gateway {

// Everything a server may ask.
inline constexpr std::string_view kAskable = R"({"elicitation":{},"sampling":{},"roots":{}})";

// A client of one era. A legacy one opens its session at once.
class Client {
 public:
  Client(Bench& bench, Era era, std::string_view capabilities = "{}", std::string route = "/mcp",
         std::string who = "local", std::string_view version = "2025-06-18")
      : principal(std::move(who)),
        bench_(bench),
        era_(era),
        capabilities_(capabilities),
        route_(std::move(route)),
        version_(version) {
    if (era == Era::kLegacy) hello = initialize();
  }
  Client(const Client&) = delete;

  // `params` without its braces, `meta` too.
  std::shared_ptr<Pending> send(std::string_view method, std::string_view params = {},
                                std::string_view meta = {}) {
    auto pending = era_ == Era::kModern ? send_modern(method, params, meta)
                                        : send_legacy(method, params, meta);
    pending->request->read_only = read_only;
    pending->request->is_local = is_local;
    return pending;
  }
  json::Document ask(std::string_view method, std::string_view params = {},
                     std::string_view meta = {}) {
    return bench_.finish(send(method, params, meta));
  }
  // The names (or whatever `key` says) in a list.
  std::vector<std::string> list(std::string_view method, std::string_view items,
                                std::string_view key = "name", std::string_view params = {}) {
    const auto answer = ask(method, params);
    std::vector<std::string> names;
    for (const json::View item : result(answer).find(items).elements())
      names.push_back(item.find(key).as_string().value_or("?"));
    return names;
  }
  std::vector<std::string> tools() { return list("tools/list", "tools"); }
  // Calls, and answers every question with the next of `answers` (raw results), in order.
  json::Document converse(std::string_view method, const std::string& params,
                          std::deque<std::string> answers);
  void leave() {
    session->end();
    bench_.open().closed(*session);
  }
  void tell(std::string_view method, std::string_view params = "{}") {
    const auto text =
        fmt::format(R"({{"jsonrpc":"2.0","method":"{}","params":{}}})", method, params);
    bench_.open().hear(session.get(), *rpc::Message::read(json::document(text)));
  }

  std::shared_ptr<ClientSession> session;  // of a legacy one
  std::string principal;
  bool read_only = false;  // says so in a header
  bool is_local = false;   // is a person at this machine
  json::Document hello = json::document("null");

 private:
  json::Document initialize() {
    const auto text = fmt::format(
        R"({{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{}","capabilities":{},"clientInfo":{{"name":"c","version":"1"}}}}}})",
        version_, capabilities_);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    session = std::make_shared<ClientSession>(bench_.random.hex(16), route_,
                                              mcp::terms_of_initialize(message), principal);
    return bench_.finish(
        bench_.start(std::move(message), session->terms(), route_, principal, session));
  }
  std::shared_ptr<Pending> send_legacy(std::string_view method, std::string_view params,
                                       std::string_view meta) {
    const std::string comma = params.empty() || meta.empty() ? "" : ",";
    const std::string extra = meta.empty() ? "" : fmt::format(R"("_meta":{{{}}})", meta);
    const auto text =
        fmt::format(R"({{"jsonrpc":"2.0","id":"a","method":"{}","params":{{{}{}{}}}}})", method,
                    params, comma, extra);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    return bench_.start(std::move(message), session->terms(), route_, principal, session);
  }
  std::shared_ptr<Pending> send_modern(std::string_view method, std::string_view params,
                                       std::string_view meta) {
    const auto text = fmt::format(
        R"({{"jsonrpc":"2.0","id":7,"method":"{}","params":{{{}{}"_meta":{{"{}":"{}","{}":{}{}{}}}}}}})",
        method, params, params.empty() ? "" : ",", mcp::kMetaVersion, mcp::kModernVersion,
        mcp::kMetaCapabilities, capabilities_, meta.empty() ? "" : ",", meta);
    auto message = std::move(*rpc::Message::read(json::document(text)));
    auto terms = std::move(*mcp::terms_of_request(message));
    return bench_.start(std::move(message), std::move(terms), route_, principal, nullptr);
  }

  Bench& bench_;
  Era era_;
  std::string capabilities_, route_, version_;
};

inline bool asks_back(const json::Document& answer) {
  return result(answer).find("resultType").equals("input_required");
}
inline std::string state_of(const json::Document& answer) {
  return result(answer).find("requestState").as_string().value_or("");
}
// What a modern client adds to its params when it comes back: the same answer to every question.
inline std::string retry_of(const json::Document& asked, std::string_view raw_answer) {
  std::string responses;
  for (const auto [key, question] : result(asked).find("inputRequests").members())
    responses += fmt::format("{}{}:{}", responses.empty() ? "" : ",", key.raw(), raw_answer);
  const std::string state = state_of(asked);
  return fmt::format(R"("inputResponses":{{{}}}{})", responses,
                     state.empty() ? "" : fmt::format(R"(,"requestState":"{}")", state));
}

inline json::Document Client::converse(std::string_view method, const std::string& params,
                                       std::deque<std::string> answers) {
  if (era_ == Era::kLegacy) {
    for (const std::string& answer : answers)
      session->answers.push_back(fmt::format(R"("result":{})", answer));
    return ask(method, params);
  }
  auto answer = ask(method, params);
  while (asks_back(answer) && !answers.empty()) {
    const std::string next = answers.front();
    answers.pop_front();
    answer = ask(method, params + "," + retry_of(answer, next));
  }
  return answer;
}
inline std::string text_of_resource(const json::Document& answer) {
  for (const json::View each : result(answer).find("contents").elements())
    return each.find("text").as_string().value_or("");
  return said(answer);
}

}  // namespace touchstone::gateway
