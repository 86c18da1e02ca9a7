#include "gateway/open_question.hpp"

#include "json/writer.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {

OpenQuestion question_of(const rpc::Message& asked, std::string key) {
  const json::View params = asked.params();
  return {std::move(key), std::string(asked.raw_id()), std::string(asked.method()),
          std::string(params ? params.raw() : std::string_view())};
}

bool has_room(const OpenQuestions& questions, std::size_t most, upstream::Lane& lane,
              const rpc::Message& question) {
  std::size_t bytes = question.text().size();
  for (const OpenQuestion& each : questions) bytes += each.params.size();
  if (questions.size() < most && bytes <= kMaxQuestionBytes) return true;
  lane.say(rpc::error(question.raw_id(), rpc::kTooMany,
                      "too many questions at once; wait for the answers"));
  return false;
}

std::string write_questions(const OpenQuestions& questions) {
  json::Writer out;
  out.begin_object();
  for (const OpenQuestion& question : questions) {
    out.key(question.key).begin_object();
    out.key("method").string(question.method);
    if (!question.params.empty()) out.key("params").raw(question.params);
    out.end_object();
  }
  out.end_object();
  return std::move(out).take();
}

bool take_back(OpenQuestions& questions, const rpc::Message& cancelled) {
  const json::View id = cancelled.param("requestId");
  const auto is = [&](const OpenQuestion& question) { return id && question.id == id.raw(); };
  return std::erase_if(questions, is) > 0;
}

void leave_unanswered(OpenQuestions& questions, upstream::Lane& lane) {
  for (const OpenQuestion& question : questions)
    lane.say(rpc::error(question.id, rpc::kInternalError, "the call is over; nobody answered"));
  questions.clear();
}

}  // namespace touchstone::gateway
