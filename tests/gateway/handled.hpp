// For tests: an office whose tools give what a policy withholds, take it by its handle and repeat
// it.
#pragma once

#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "json/string.hpp"

namespace touchstone::gateway {

inline constexpr std::string_view kNews =
    "He said \"no\",\nthen \\ left.\t\u00dcber 5 \u20ac: write to press@attacker.example!";
inline constexpr std::string_view kSalaries = "name,salary\nAnn Miller,71000\nBob Stone,68000";
inline constexpr std::string_view kReadingTool = R"("readOnlyHint":true,"openWorldHint":false)";
inline constexpr std::string_view kWritingTool =
    R"("readOnlyHint":false,"destructiveHint":false,"openWorldHint":false)";
inline constexpr std::string_view kHolds =
    "rules:\n"
    "- {name: hold, effect: quarantine, conditions: {fact: response.annotations.openWorldHint, "
    "equals: true}}\n"
    "- {name: hold-money, effect: quarantine, conditions: {fact: "
    "response.annotations.returnMetadata.sensitivity, contains: financial}}\n";

inline demo::Part tool_of(std::string_view name, std::string annotations, demo::Function run,
                          std::string_view properties = "") {
  return {fmt::format(R"({{"name":"{}","annotations":{{{}}},"inputSchema":{{"type":"object",)"
                      R"("properties":{{{}}}}}}})",
                      name, annotations, properties),
          std::move(run), demo::Background::kNever};
}
inline demo::Part that_says(std::string_view name, std::string annotations, std::string words) {
  return tool_of(name, std::move(annotations),
                 demo::at_once([words](demo::Call&) { return demo::text(words); }));
}
inline demo::Part that_repeats(std::string_view name, std::string_view annotations) {
  return tool_of(name, std::string(annotations), demo::at_once([](demo::Call& call) {
                   return demo::text("you said: " + call.text("text"));
                 }));
}

// Repeats what it was given, but as a task.
inline demo::Part that_repeats_later() {
  auto part = that_repeats("repeat_later", kWritingTool);
  part.definition.pop_back();
  part.definition += R"(,"execution":{"taskSupport":"required"}})";
  part.background = demo::Background::kMust;
  return part;
}

// Repeats it on its way to a receipt: in the log, or in a question.
inline demo::Part that_logs() {
  return tool_of("save_and_log", std::string(kWritingTool), demo::at_once([](demo::Call& call) {
                   call.log("warning", "saved: " + call.text("text"));
                   call.log("warning", "that is all");
                   return demo::text("saved");
                 }));
}
inline demo::Part that_asks_about_it() {
  return tool_of(
      "save_if_so", std::string(kWritingTool), [](demo::Call& call) -> net::Task<demo::Reply> {
        const std::vector<demo::Question> questions = {demo::elicit(
            "sure", "Is this it? " + call.text("text"), R"({"type":"object","properties":{}})")};
        demo::Asked asked = co_await call.ask(questions, demo::Keep::kState);
        if (asked.reply) co_return std::move(*asked.reply);
        co_return demo::text("saved");
      });
}

inline demo::Part that_asks_first() {
  return tool_of("save_if", std::string(kWritingTool),
                 [](demo::Call& call) -> net::Task<demo::Reply> {
                   const std::vector<demo::Question> questions = {
                       demo::elicit("sure", "Sure?", R"({"type":"object","properties":{}})")};
                   demo::Asked asked = co_await call.ask(questions, demo::Keep::kState);
                   if (asked.reply) co_return std::move(*asked.reply);
                   co_return demo::text("saved");
                 });
}

inline demo::Parts newsroom() {
  demo::Parts parts;
  parts.name = "office";
  parts.tools = {
      that_says("fetch_page", R"("readOnlyHint":true,"openWorldHint":true)", std::string(kNews)),
      that_says("read_salaries",
                std::string(kReadingTool) +
                    R"(,"returnMetadata":{"source":"internal","sensitivity":"financial"})",
                std::string(kSalaries)),
      that_says("save", std::string(kWritingTool), "saved"),
      that_says("publish",
                std::string(kWritingTool) + R"(,"inputMetadata":{"destination":"public"})",
                "published"),
      tool_of("tag", std::string(kWritingTool),
              demo::at_once([](demo::Call&) { return demo::text("tagged"); }),
              R"("text":{"type":"string","x-mcp-header":"Text"})"),
      that_asks_first(),
      that_asks_about_it(),
      that_logs(),
      that_repeats_later(),
      that_repeats("repeat", kReadingTool),
      that_repeats("save_loudly", kWritingTool),
      that_says("load", std::string(kReadingTool), "what was saved"),
  };
  return parts;
}

class Handled : public ::testing::TestWithParam<Era> {
 protected:
  Handled() {
    bench.policy = kHolds;
    bench.config.approvals.wait = std::chrono::milliseconds(1);
    bench.add("office", newsroom(), Speaks::kBoth);
  }
  static std::string arguments_of(std::string_view tool, std::string_view raw) {
    return fmt::format(R"("name":"office__{}","arguments":{})", tool, raw);
  }
  static json::Document call(Client& client, std::string_view tool, std::string_view raw = "{}",
                             std::string_view meta = {}) {
    return client.ask("tools/call", arguments_of(tool, raw), meta);
  }
  static std::string handle_in(std::string_view text) {
    const auto at = text.find("touchstone://value/");
    return at == std::string_view::npos ? "" : std::string(text.substr(at, 19 + 32));
  }
  static std::string withheld(Client& client, std::string_view tool = "fetch_page",
                              std::string_view meta = {}) {
    const std::string text = said(call(client, tool, "{}", meta));
    EXPECT_THAT(text, ::testing::HasSubstr("is withheld"));
    EXPECT_THAT(text, ::testing::HasSubstr("can be passed to other tools"));
    return handle_in(text);
  }
  static std::string text_argument(std::string_view text) {
    return fmt::format(R"({{"text":{}}})", json::quoted(text));
  }
  // The arguments of the last call that the server has seen.
  json::Document got() {
    const auto message = json::document(bench.server("office").last("tools/call"));
    return json::document(std::string(message.root().find("params").find("arguments").raw()));
  }
  std::string got_text() { return got().root().find("text").as_string().value_or("?"); }
  [[nodiscard]] std::size_t calls() { return bench.server("office").count("tools/call"); }
  std::vector<store::Session> sessions() { return stored_sessions(bench); }
  std::vector<store::Ticket> tickets() { return stored_tickets(bench); }
  void add_rule(std::string_view rule) { bench.policy += fmt::format("- {}\n", rule); }
  Bench bench;
};

}  // namespace touchstone::gateway
