#include <iterator>

#include <fmt/format.h>

#include "demo/conformance.hpp"

namespace touchstone::demo {
namespace {

// A form with one field.
std::string one_field(std::string_view name, std::string_view type) {
  return fmt::format(
      R"({{"type":"object","properties":{{"{0}":{{"type":"{1}"}}}},"required":["{0}"]}})", name,
      type);
}

std::string field(const json::Document& answer, std::string_view name) {
  return answer.root().find("content").find(name).as_string().value_or("unknown");
}

Question ask_name() {
  return elicit("user_name", "What is your name?", one_field("name", "string"));
}

Question ask_confirmation() {
  return elicit("confirm", "Please confirm", one_field("ok", "boolean"));
}

std::size_t count_roots(const json::Document& answer) {
  const auto roots = answer.root().find("roots").elements();
  return static_cast<std::size_t>(std::distance(roots.begin(), roots.end()));
}

Task<Reply> by_name(Call& call) {
  const std::vector<Question> questions = {ask_name()};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(fmt::format("Hello, {}!", field(asked.answers[0], "name")));
}

Task<Reply> by_sampling(Call& call) {
  const std::vector<Question> questions = {
      sample("capital_question", "What is the capital of France?")};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text("The model says: " + field(asked.answers[0], "text"));
}

Task<Reply> by_roots(Call& call) {
  const std::vector<Question> questions = {list_roots("client_roots")};
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(fmt::format("Found {} root(s)", count_roots(asked.answers[0])));
}

Task<Reply> with_state(Call& call) {
  const std::vector<Question> questions = {ask_confirmation()};
  Asked asked = co_await call.ask(questions, Keep::kState);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text("state-ok");
}

Task<Reply> three_at_once(Call& call) {
  const std::vector<Question> questions = {ask_name(), sample("greeting", "Greet the user."),
                                           list_roots("client_roots")};
  Asked asked = co_await call.ask(questions, Keep::kState);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(fmt::format("{}: {} ({} root(s))", field(asked.answers[0], "name"),
                             field(asked.answers[1], "text"), count_roots(asked.answers[2])));
}

Task<Reply> two_rounds(Call& call) {
  const std::vector<Question> first = {
      elicit("step1", "What is your name?", one_field("name", "string"))};
  Asked name = co_await call.ask(first, Keep::kState);
  if (name.reply) co_return std::move(*name.reply);
  const std::vector<Question> second = {
      elicit("step2", "What is your favourite colour?", one_field("color", "string"))};
  Asked colour = co_await call.ask(second, Keep::kState);
  if (colour.reply) co_return std::move(*colour.reply);
  co_return text(fmt::format("{} likes {}", field(name.answers[0], "name"),
                             field(colour.answers[0], "color")));
}

// Asks whatever this client can be asked.
Task<Reply> what_is_possible(Call& call) {
  std::vector<Question> questions = {ask_name(), sample("greeting", "Greet the user."),
                                     list_roots("client_roots")};
  std::erase_if(questions, [&](const Question& question) {
    return !can_answer(call.terms().features, question);
  });
  Asked asked = co_await call.ask(questions);
  if (asked.reply) co_return std::move(*asked.reply);
  co_return text(fmt::format("{} question(s) were answered", asked.answers.size()));
}

void add_round(Parts& parts, std::string_view what, std::string_view description, Function run) {
  const std::string name = fmt::format("test_input_required_result_{}", what);
  parts.tools.push_back({plain_tool(name, description), std::move(run)});
}

}  // namespace

void add_round_tools(Parts& parts) {
  add_round(parts, "elicitation", "Asks for a name.", by_name);
  add_round(parts, "sampling", "Asks the client's model.", by_sampling);
  add_round(parts, "list_roots", "Asks for the client's roots.", by_roots);
  add_round(parts, "request_state", "Asks, and hands out a requestState.", with_state);
  add_round(parts, "tampered_state", "Asks, and takes back only its own requestState.", with_state);
  add_round(parts, "multiple_inputs", "Asks three things at once.", three_at_once);
  add_round(parts, "multi_round", "Asks one thing after the other.", two_rounds);
  add_round(parts, "capabilities", "Asks only what the client can answer.", what_is_possible);
}

}  // namespace touchstone::demo
