#include "demo/call.hpp"
#include "json/writer.hpp"

namespace touchstone::demo {

Question elicit(std::string key, std::string_view message, std::string_view raw_schema) {
  json::Writer w;
  w.begin_object().key("message").string(message);
  w.key("requestedSchema").raw(raw_schema).end_object();
  return {std::move(key), "elicitation/create", std::move(w).take()};
}

Question sample(std::string key, std::string_view prompt) {
  json::Writer w;
  w.begin_object().key("messages").begin_array().begin_object();
  w.key("role").string("user").key("content").begin_object();
  w.key("type").string("text").key("text").string(prompt);
  w.end_object().end_object().end_array().key("maxTokens").integer(100).end_object();
  return {std::move(key), "sampling/createMessage", std::move(w).take()};
}

Question list_roots(std::string key) { return {std::move(key), "roots/list", "{}"}; }

bool can_answer(const mcp::ClientFeatures& features, const Question& question) {
  if (question.method == "elicitation/create") return features.elicitation_form;
  if (question.method == "sampling/createMessage") return features.sampling;
  return features.roots;
}

bool is_answer(json::View answer, const Question& question) {
  if (!answer.is(json::Kind::kObject) || answer.raw().size() > kMaxAnswer) return false;
  if (question.method == "elicitation/create") return answer.find("action").is(json::Kind::kString);
  if (question.method == "sampling/createMessage") {
    const json::View content = answer.find("content");
    return content.is(json::Kind::kObject) || content.is(json::Kind::kArray);
  }
  return answer.find("roots").is(json::Kind::kArray);
}

}  // namespace touchstone::demo
