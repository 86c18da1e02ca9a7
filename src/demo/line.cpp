#include "demo/line.hpp"

#include <algorithm>
#include <array>

#include "demo/listeners.hpp"
#include "json/writer.hpp"
#include "rpc/code.hpp"

namespace touchstone::demo {
namespace {

constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

// The question's capability as a client would declare it.
std::string_view capability(const Question& question) {
  if (question.method == "elicitation/create") return R"({"elicitation":{}})";
  if (question.method == "sampling/createMessage") return R"({"sampling":{}})";
  return R"({"roots":{}})";
}

Asked refused(Reply reply) {
  Asked asked;
  asked.reply = std::move(reply);
  return asked;
}

std::string member_of_error(const rpc::Message& answer) {
  return answer.error().find("message").as_string().value_or("an error");
}

}  // namespace

int log_rank(std::string_view level) {
  const auto* const it = std::ranges::find(kLevels, level);
  return it == kLevels.end() ? -1 : static_cast<int>(it - kLevels.begin());
}

std::shared_ptr<Life> DirectLine::shared_life() {
  if (!life_) {
    life_ = std::make_shared<Life>(loop_);
    request_.exchange.on_cancel([life = life_](std::string_view) { life->end(); });
  }
  return life_;
}

bool LegacyLine::wants_log(std::string_view level) const {
  if (!request_.session) return true;
  return log_rank(level) >= log_rank(state_of(*request_.session).log_level);
}

Task<Asked> LegacyLine::ask(const std::vector<Question>& questions, Keep /*keep*/) {
  Memory memory;
  for (const auto& question : questions) {
    if (!request_.session || !can_answer(request_.terms.features, question))
      co_return refused(
          failure("The client cannot be asked: it does not offer " + question.method + "."));
    const auto answer = co_await request_.session->ask(question.method, question.params,
                                                       &request_.exchange, kPatience, nullptr);
    if (!answer) co_return refused(failure("The client did not answer: " + answer.error().what));
    if (answer->kind() == rpc::Kind::kError)
      co_return refused(failure("The client refused: " + member_of_error(*answer)));
    if (!is_answer(answer->result(), question))
      co_return refused(failure("The client's answer to " + question.method + " is none."));
    memory[question.key] = std::string(answer->result().raw());
  }
  co_return *recall(memory, questions);
}

bool ModernLine::restore() {
  const json::View state = request_.message.param("requestState");
  if (!state) return true;
  std::string scratch;
  const auto text = state.as_string(scratch);
  auto memory = text ? states_.take(*text, belongs_to()) : std::nullopt;
  if (!memory) return false;
  memory_ = std::move(*memory);
  restored_ = true;
  return true;
}

bool ModernLine::wants_log(std::string_view level) const {
  const std::string& floor = request_.terms.log_level;
  return !floor.empty() && log_rank(level) >= log_rank(floor);
}

Task<Asked> ModernLine::ask(const std::vector<Question>& questions, Keep keep) {
  const bool counts = keep == Keep::kStateless || restored_;
  const json::View given = counts ? request_.message.param("inputResponses") : json::View();
  std::vector<Question> open;
  for (const auto& question : questions) {
    const json::View answer = given.find(question.key);
    if (is_answer(answer, question)) memory_[question.key] = std::string(answer.raw());
    if (!memory_.contains(question.key)) open.push_back(question);
  }
  for (const auto& question : open) {
    if (!can_answer(request_.terms.features, question))
      co_return refused(missing_capability(capability(question)));
  }
  if (!open.empty()) co_return refused(input_required(open, keep));
  co_return *recall(memory_, questions);
}

std::string ModernLine::belongs_to() const {
  const auto name = request_.message.param("name").as_string().value_or("");
  return request_.principal + '\n' + std::string(request_.message.method()) + '\n' + name;
}

Reply ModernLine::input_required(const std::vector<Question>& questions, Keep keep) {
  json::Writer w;
  w.begin_object().key("inputRequests").raw(write_questions(questions));
  if (keep == Keep::kState || !memory_.empty())
    w.key("requestState").string(states_.keep(belongs_to(), memory_));
  w.end_object();
  Reply reply = raw(std::move(w).take());
  reply.type = "input_required";
  return reply;
}

Reply missing_capability(std::string_view raw_capabilities) {
  json::Writer w;
  w.begin_object().key("requiredCapabilities").raw(raw_capabilities).end_object();
  return error(rpc::kMissingCapability, "Missing required client capability", std::move(w).take());
}

std::string write_questions(const std::vector<Question>& questions) {
  json::Writer w;
  w.begin_object();
  for (const auto& question : questions) {
    w.key(question.key).begin_object().key("method").string(question.method);
    w.key("params").raw(question.params).end_object();
  }
  w.end_object();
  return std::move(w).take();
}

}  // namespace touchstone::demo
