// For tests: a server that knows of no tasks and has slow tools, and clients that speak of tasks.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/test_support.hpp"
#include "mcp/tasks.hpp"

namespace touchstone::gateway {

// What is under way there. Calls stay until it is open, or until they are called off.
struct Mine {
  bool open = false;
  int began = 0, ended = 0;
};
using MinePtr = std::shared_ptr<Mine>;

inline demo::Part mine_tool(std::string_view name, std::string_view more, demo::Function run) {
  return {fmt::format(R"({{"name":"{}","inputSchema":{{"type":"object"}}{}}})", name, more),
          std::move(run), demo::Background::kNever};
}

inline demo::Function digs(const MinePtr& mine) {
  return [mine](demo::Call& call) -> net::Task<demo::Reply> {
    ++mine->began;
    call.progress(1, 2, "halfway");
    while (!mine->open) {
      if (!co_await call.sleep(std::chrono::milliseconds(5))) break;
    }
    ++mine->ended;
    co_return demo::text("gold");
  };
}

inline demo::Function asks_first() {
  return [](demo::Call& call) -> net::Task<demo::Reply> {
    const std::vector<demo::Question> questions = {demo::elicit(
        "sure", "Sure?", R"({"type":"object","properties":{"confirm":{"type":"boolean"}}})")};
    demo::Asked asked = co_await call.ask(questions);
    if (asked.reply) co_return std::move(*asked.reply);
    co_return demo::text(std::string(asked.answers[0].root().find("action").raw()));
  };
}

// A script for tools/call of a modern server.
inline std::string asks_twice_by_one_name(face::Request& request) {
  const auto asks = [](std::string_view words, int round) {
    return fmt::format(
        R"({{"resultType":"input_required","requestState":"{}","inputRequests":{{"confirm":)"
        R"({{"method":"elicitation/create","params":{{"mode":"form","message":"{}",)"
        R"("requestedSchema":{{"type":"object","properties":{{}}}}}}}}}}}})",
        round, words);
  };
  const json::View state = request.message.param("requestState");
  if (!state) return asks("Look around?", 1);
  if (state.equals("1")) return asks("Delete everything?", 2);
  const bool agreed =
      request.message.param("inputResponses").find("confirm").find("action").equals("accept");
  return fmt::format(R"({{"resultType":"complete","content":[{{"type":"text","text":"{}"}}]}})",
                     agreed ? "deleted" : "left alone");
}

inline constexpr std::string_view kSlowRead =
    R"(,"annotations":{"readOnlyHint":true,"slowExecutionHint":true})";
inline constexpr std::string_view kQuickRead =
    R"(,"annotations":{"readOnlyHint":true,"slowExecutionHint":false})";

inline std::string with_support(std::string_view support, std::string_view annotations) {
  return fmt::format(R"(,"execution":{{"taskSupport":"{}"}}{})", support, annotations);
}

inline demo::Parts mine_server(const MinePtr& mine) {
  demo::Parts parts;
  parts.name = "mine";
  parts.tools = {
      mine_tool("dig", kSlowRead, digs(mine)),
      mine_tool("toil",
                R"(,"annotations":{"readOnlyHint":false,"destructiveHint":false,)"
                R"("slowExecutionHint":true})",
                digs(mine)),
      mine_tool("blast", with_support("forbidden", kSlowRead),
                demo::at_once([](demo::Call&) { return demo::failure("caved in"); })),
      mine_tool("agree", kSlowRead, asks_first()),
      mine_tool("look", kQuickRead, demo::at_once([](demo::Call&) { return demo::text("dust"); })),
      mine_tool("wave", with_support("required", kQuickRead),
                demo::at_once([](demo::Call&) { return demo::text("waved"); })),
  };
  return parts;
}

class OurTasks : public ::testing::Test {
 protected:
  static constexpr std::string_view kCore = "2025-11-25";
  static inline const std::string kAsked = R"(,"task":{})";

  void serve(Speaks speaks = Speaks::kLegacy) {
    bench.add("mine", mine_server(mine), speaks);
    bench.config.servers.back().trust = config::Trust::kTrusted;
  }
  Client client(std::string_view capabilities = "{}", std::string route = "/mcp",
                std::string who = "local", std::string_view version = kCore) {
    return Client(bench, Era::kLegacy, capabilities, std::move(route), std::move(who), version);
  }
  static std::string call(const std::string& tool) { return call_of("mine__" + tool, "{}"); }
  static std::string id_of(const json::Document& begun) {
    const json::View id = result(begun).find("task").find("taskId");
    EXPECT_TRUE(id) << begun.text();
    return fmt::format(R"("taskId":{})", id ? id.raw() : "0");
  }
  std::string begin(Client& c, const std::string& tool) {
    return id_of(c.ask("tools/call", call(tool) + kAsked));
  }
  // Its last word, once the task is in this state.
  json::Document poll(Client& c, const std::string& id, std::string_view status) {
    auto told = c.ask("tasks/get", id);
    bench.until([&] {
      told = c.ask("tasks/get", id);
      return result(told).find("status").equals(status) || error_code(told) != 0;
    });
    return told;
  }
  // The raw taskSupport that a list says of each tool, "" for none, by name.
  static std::map<std::string, std::string> support(Client& c) {
    const auto answer = c.ask("tools/list");
    std::map<std::string, std::string> all;
    for (const json::View tool : result(answer).find("tools").elements()) {
      const json::View said = tool.find("execution").find("taskSupport");
      all[tool.find("name").as_string().value_or("?")] = said ? said.as_string().value_or("?") : "";
    }
    return all;
  }
  static json::View declared(const json::Document& hello) {
    return result(hello)
        .find("capabilities")
        .find("tasks")
        .find("requests")
        .find("tools")
        .find("call");
  }

  MinePtr mine = std::make_shared<Mine>();
  Bench bench;
};

}  // namespace touchstone::gateway
