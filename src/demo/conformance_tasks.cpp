#include <algorithm>

#include <fmt/format.h>

#include "demo/conformance.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kGreet =
    R"json({"name":"greet","description":"Greets, at once.","inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}})json";
constexpr std::string_view kSlowCompute =
    R"json({"name":"slow_compute","description":"Sleeps for some seconds. Can go on in the background.","inputSchema":{"type":"object","properties":{"seconds":{"type":"number","minimum":0,"maximum":300},"label":{"type":"string"}}},"execution":{"taskSupport":"optional"}})json";
constexpr std::string_view kFailingJob =
    R"json({"name":"failing_job","description":"Fails after a second. Runs only in the background.","inputSchema":{"type":"object","properties":{}},"execution":{"taskSupport":"required"}})json";
constexpr std::string_view kProtocolErrorJob =
    R"json({"name":"protocol_error_job","description":"Ends with an error of the protocol.","inputSchema":{"type":"object","properties":{}},"execution":{"taskSupport":"optional"}})json";
constexpr std::string_view kConfirmDelete =
    R"json({"name":"confirm_delete","description":"Asks before it deletes a file (there is none).","inputSchema":{"type":"object","properties":{"filename":{"type":"string"}}},"execution":{"taskSupport":"optional"}})json";
constexpr std::string_view kMultiInput =
    R"json({"name":"multi_input","description":"Asks two things at once.","inputSchema":{"type":"object","properties":{}},"execution":{"taskSupport":"optional"}})json";
constexpr std::string_view kToolWithTask =
    R"json({"name":"test_tool_with_task","description":"Asks for a name first, then goes on in the background.","inputSchema":{"type":"object","properties":{}},"execution":{"taskSupport":"optional"}})json";

constexpr std::string_view kConfirmSchema =
    R"json({"type":"object","properties":{"confirm":{"type":"boolean"}},"required":["confirm"]})json";
constexpr std::string_view kNameSchema =
    R"json({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})json";

std::string name_in(const json::Document& answer) {
  return answer.root().find("content").find("name").as_string().value_or("unknown");
}

// Not more than five minutes, whatever is asked for.
net::Duration seconds(const Call& call) {
  constexpr std::int64_t kLongest = 300;
  const auto wanted = call.arguments().find("seconds").as_int().value_or(1);
  return std::chrono::seconds(std::clamp<std::int64_t>(wanted, 0, kLongest));
}

Task<Reply> slow_compute(Call& call) {
  const net::Duration delay = seconds(call);
  if (delay > 0ms) (void)co_await call.sleep(delay);
  co_return text(
      fmt::format("Computed {} in {} s", call.text("label", "nothing"), delay.count() / 1'000));
}

Task<Reply> failing_job(Call& call) {
  (void)co_await call.sleep(1s);
  co_return failure("The job failed, as it always does.");
}

Task<Reply> protocol_error_job(Call& call) {
  (void)co_await call.sleep(100ms);
  co_return error(rpc::kInternalError, "The job broke down, as it always does.");
}

Task<Reply> confirm_delete(Call& call) {
  const std::string file = call.text("filename", "nothing");
  const std::vector<Question> questions = {
      elicit("confirm_delete", fmt::format("Delete {}?", file), kConfirmSchema)};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  const json::View answer = asked.answers[0].root();
  const bool yes = answer.find("action").equals("accept") &&
                   answer.find("content").find("confirm").as_bool().value_or(false);
  co_return text(fmt::format("{} {}.", yes ? "Deleted" : "Kept", file));
}

Task<Reply> multi_input(Call& call) {
  const std::vector<Question> questions = {elicit("first", "The first name?", kNameSchema),
                                           elicit("second", "The second name?", kNameSchema)};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(fmt::format("{} and {}", name_in(asked.answers[0]), name_in(asked.answers[1])));
}

Task<Reply> ask_then_go_on(Call& call) {
  const std::vector<Question> questions = {elicit("user_name", "What is your name?", kNameSchema)};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  Reply reply;
  reply.later = true;
  if (!call.in_background()) co_return reply;
  (void)co_await call.sleep(100ms);
  co_return text(fmt::format("Hello, {}! This took a while.", name_in(asked.answers[0])));
}

}  // namespace

void add_task_tools(Parts& parts) {
  const auto add = [&](std::string_view definition, Background background, Function run) {
    parts.tools.push_back({std::string(definition), std::move(run), background});
  };
  add(kGreet, Background::kNever,
      at_once([](Call& call) { return text(fmt::format("Hello, {}!", call.text("name"))); }));
  add(kSlowCompute, Background::kMay, slow_compute);
  add(kFailingJob, Background::kMust, failing_job);
  add(kProtocolErrorJob, Background::kMay, protocol_error_job);
  add(kConfirmDelete, Background::kMay, confirm_delete);
  add(kMultiInput, Background::kMay, multi_input);
  add(kToolWithTask, Background::kLater, ask_then_go_on);
}

}  // namespace touchstone::demo
