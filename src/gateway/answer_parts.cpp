#include "gateway/answer_parts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/word_list.hpp"
#include "gateway/errand.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {
namespace {

constexpr base::WordList kOfQuestion("resultType inputRequests requestState _meta");
constexpr base::WordList kOfResponse("jsonrpc id result error");
constexpr base::WordList kOfState(
    "taskId status createdAt lastUpdatedAt ttl ttlMs pollInterval pollIntervalMs resultType");
constexpr std::size_t kMaxState = 80;  // bytes of a value that is an id, a time or one word

bool has(const base::WordList& words, json::View key) {
  std::string scratch;
  return words.has(key.as_string(scratch).value_or(""));
}

// What a task's state is made of tells a model nothing, unless somebody writes letters into it.
bool is_state(const json::Member& member) {
  const json::View value = member.value;
  if (value.is(json::Kind::kArray) || value.is(json::Kind::kObject)) return false;
  const std::string_view raw = value.raw();
  return has(kOfState, member.key) && raw.size() <= kMaxState && raw.find(' ') == raw.npos;
}

bool tells_of_task(std::string_view method) {
  return method == "tasks/get" || method == "tasks/cancel";
}

void put_member(json::Writer& out, const json::Member& member) {
  out.key(member.key.as_string().value_or("")).raw(member.value.raw());
}

// Members of the response that no response has, and of the task what is neither state nor outcome.
std::vector<json::Member> members_besides(const json::Document& answer, const AnswerParts& parts) {
  std::vector<json::Member> out;
  const bool has_result = static_cast<bool>(answer.root().find("result"));
  for (const json::Member member : answer.root().members()) {
    if (!has(kOfResponse, member.key) || (has_result && member.key.equals("error")))
      out.push_back(member);
  }
  if (parts.content == parts.task) return out;
  for (const json::Member member : parts.task.members()) {
    if (member.value != parts.content && !is_state(member)) out.push_back(member);
  }
  return out;
}

// Each in an object of its own: they may have the same key.
std::string said_besides(const std::vector<json::Member>& members) {
  if (members.empty()) return {};
  json::Writer out;
  out.begin_array();
  for (const json::Member& member : members) {
    out.begin_object();
    put_member(out, member);
    out.end_object();
  }
  out.end_array();
  return std::move(out).take();
}

// Of one that is over, what came of it; else all of it, if it has words.
void read_task_answer(AnswerParts& parts, json::View task) {
  parts.task = task;
  const json::View outcome = task.find("result");
  parts.content = outcome ? outcome : task.find("error");
  parts.is_error = !outcome && parts.content;
  if (parts.content) return;
  const auto all = task.members();
  const auto has_words = [](const json::Member& member) { return !is_state(member); };
  if (std::any_of(all.begin(), all.end(), has_words)) parts.content = task;
}

}  // namespace

bool AnswerParts::is_empty() const {
  const auto all = content.members();
  return besides.empty() && !question && !is_error &&
         std::all_of(all.begin(), all.end(),
                     [](const json::Member& member) { return is_state(member); });
}

bool is_question(json::View result, std::string_view method) {
  return result.find("resultType").equals("input_required") && may_ask_back(method) &&
         (result.find("inputRequests") || result.find("requestState"));
}

AnswerParts parts_of(const json::Document& answer, std::string_view method) {
  AnswerParts parts;
  const json::View result = answer.root().find("result");
  if (!result) {
    parts.content = answer.root().find("error");
    parts.is_error = true;
  } else if (tells_of_task(method) && result.is(json::Kind::kObject)) {
    read_task_answer(parts, result);
  } else {
    const auto all = result.members();
    const bool only_asks =
        is_question(result, method) && std::all_of(all.begin(), all.end(), [](const auto& member) {
          return has(kOfQuestion, member.key);
        });
    (only_asks ? parts.question : parts.content) = result;
  }
  parts.besides = said_besides(members_besides(answer, parts));
  return parts;
}

std::string bare_task(json::View task, json::View outcome, std::string_view why) {
  json::Writer out;
  out.begin_object();
  for (const json::Member member : task.members()) {
    if (is_state(member) || (outcome && member.value == outcome)) put_member(out, member);
  }
  out.key("statusMessage").string(why).end_object();
  return std::move(out).take();
}

}  // namespace touchstone::gateway
