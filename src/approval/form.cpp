#include "approval/form.hpp"

#include "approval/words.hpp"
#include "json/writer.hpp"

namespace touchstone::approval {
namespace {

constexpr std::array kAnswersOnResult{
    FormAnswer{"deny", "Withhold it", false, store::Scope::kOnce},
    FormAnswer{"allow_once", "Deliver this result", true, store::Scope::kOnce},
};

void write_decision(json::Writer& out, std::span<const FormAnswer> answers) {
  out.key("decision").begin_object().key("type").string("string");
  out.key("title").string("Decision").key("enum").begin_array();
  for (const auto& answer : answers) out.string(answer.value);
  out.end_array().key("enumNames").begin_array();
  for (const auto& answer : answers) out.string(answer.title);
  out.end_array().key("default").string(answers.front().value).end_object();
}

// Nothing may be typed for a no, and a form cannot tie one property to the value of another. That a
// yes has the name is for verdict.hpp to see.
void write_confirm(json::Writer& out, const Question& question) {
  out.key("confirm").begin_object().key("type").string("string");
  out.key("title").string("Name of the tool");
  out.key("description")
      .string("Only to allow it: type the tool's name, " + shown(question.tool) +
              ". To deny it, leave this empty.");
  out.key("pattern").string("^$|" + exact_pattern(names_to_type(question))).end_object();
}

}  // namespace

std::span<const FormAnswer> answers_to(const Question& question) {
  if (question.about_result) return kAnswersOnResult;
  const std::span<const FormAnswer> all = kAnswers;
  return question.may_differ.empty() ? all.first(all.size() - 1) : all;
}

std::string exact_pattern(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) {
    if (!out.empty()) out += '|';
    for (const char c : text) {
      if (std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return texts.size() == 1 ? "^" + out + "$" : "^(" + out + ")$";
}

std::string requested_schema(const Question& question) {
  json::Writer out;
  out.begin_object().key("type").string("object").key("properties").begin_object();
  write_decision(out, answers_to(question));
  if (question.type_name) write_confirm(out, question);
  out.end_object().key("required").begin_array().string("decision");
  out.end_array().end_object();
  return std::move(out).take();
}

}  // namespace touchstone::approval
