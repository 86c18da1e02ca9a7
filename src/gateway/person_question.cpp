#include "gateway/person_question.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "approval/binding.hpp"
#include "approval/form.hpp"
#include "approval/seen.hpp"
#include "approval/shape.hpp"
#include "approval/spelling.hpp"
#include "approval/text.hpp"
#include "approval/words.hpp"
#include "base/text.hpp"
#include "gateway/advice.hpp"
#include "guard/result_label.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {
namespace {

std::string classes_in_words(const model::DataClasses& classes) {
  return fmt::format("{}", fmt::join(model::words(model::Value(classes)), ", "));
}

// Addresses of the web and of mail stay as they were understood: a host can be written so that
// nobody sees which one it is.
std::string shown_value(const guard::Case& one, const flow::Carried& value) {
  using flow::Kind;
  const bool is_plain = value.kind == Kind::kText || value.kind == Kind::kAccount ||
                        value.kind == Kind::kPhone || value.kind == Kind::kId;
  if (!is_plain) return value.text;
  return approval::as_spelled(one.subject.arguments, value.pointer, value.text);
}

void describe_flows(approval::Question& question, const guard::Case& one) {
  const flow::Memory& memory = one.session->memory;
  for (const auto& copied : one.flows.copied) {
    const flow::Source& source = memory.source(copied.source);
    question.flows.push_back({copied.pointer, source.uri,
                              static_cast<std::uint32_t>(std::lround(copied.share * 100)),
                              classes_in_words(source.classes)});
  }
  for (const auto& value : one.flows.values) {
    const bool planted = value.untrusted_destination() || value.untrusted_link();
    if (!planted && !value.directed()) continue;
    if (question.destinations.size() == approval::kMaxNotes) break;
    question.destinations.push_back({value.pointer, shown_value(one, value),
                                     std::string(flow::origin_of(memory, value)), value.by_name});
  }
  if (question.flows.size() > approval::kMaxNotes) question.flows.resize(approval::kMaxNotes);
}

void describe_handles(approval::Question& question, const guard::Case& one) {
  for (const auto& brought : one.subject.brought) {
    const std::string what = fmt::format("{}", fmt::join(approval::words_of(brought.label), ", "));
    for (const auto& to : brought.to)
      question.handles.push_back({to.pointer, brought.handle(), what});
  }
}

// What people call it. A client shows the first of the two that there is.
std::string title_of(json::View tool) {
  const json::View own = tool.find("title");
  return (own ? own : tool.find("annotations").find("title")).as_string().value_or("");
}

approval::Shape shape_of(const guard::Case& one) {
  static const model::Profile kNothingKnown;
  return approval::shape_of(one.subject.arguments,
                            one.subject.profile != nullptr ? *one.subject.profile : kNothingKnown);
}

}  // namespace

std::string reasons_of(const approval::Question& question) {
  std::vector<std::string> texts;
  for (const auto& rule : question.rules)
    texts.push_back(rule.description.empty() ? rule.name : rule.description);
  return fmt::format("{}", fmt::join(texts, "; "));
}

approval::Question question_of(const face::Request& request, const guard::Case& one,
                               json::View result) {
  approval::Question question;
  question.server = one.subject.server;
  question.tool = request.message.param("name").as_string().value_or(one.subject.name);
  question.name = one.subject.name;
  question.title = title_of(one.subject.tool);
  question.principal = one.subject.principal;
  question.session = one.session->name.key;
  question.client = one.subject.client;
  if (one.subject.profile != nullptr) approval::describe(question, *one.subject.profile);
  approval::describe(question, one.session->label);
  approval::describe(question, result ? one.outcome : one.decision);
  if (one.subject.arguments) question.arguments = one.subject.arguments.raw();
  if (result) {
    question.about_result = true;
    question.result = result.raw();
    return question;
  }
  question.may_differ = shape_of(one).open;
  describe_flows(question, one);
  describe_handles(question, one);
  return question;
}

store::Binding binding_of(const guard::Case& one, json::View result) {
  const json::View arguments = one.subject.arguments;
  const approval::Shape shape = shape_of(one);
  auto binding =
      approval::bind({std::string(one.subject.principal), one.session->name.key,
                      std::string(one.subject.server), one.subject.name},
                     arguments, shape.text, base::hex(one.subject.pin), one.policy_version);
  approval::bind_to_rules(binding, result ? one.outcome : one.decision);
  binding.seen = approval::seen_text(one.facts.facts, result ? one.outcome : one.decision,
                                     guard::label_of_result(one.subject, {}, {}, {}));
  if (result) approval::bind_to_result(binding, result);
  return binding;
}

std::string elicitation_of(const approval::Question& question, const store::Ticket& ticket,
                           const config::Config& config) {
  json::Writer out;
  out.begin_object().key("mode").string("form");
  out.key("message").string(
      approval::message_text(question, ticket, config_option_for_people(config)));
  out.key("requestedSchema").raw(approval::requested_schema(question)).end_object();
  return std::move(out).take();
}

std::string page_elicitation_of(const approval::Question& question, const std::string& url,
                                const std::string& id) {
  const std::string why = reasons_of(question);
  json::Writer out;
  out.begin_object().key("mode").string("url");
  if (!id.empty()) out.key("elicitationId").string(id);
  out.key("url").string(url).key("message").string(fmt::format(
      "May {} {} on {} {}?{} The page has all of it, and takes the answer.",
      question.about_result ? "the result of" : "the call of", approval::shown(question.tool),
      approval::shown(question.server), question.about_result ? "be delivered" : "run",
      why.empty() ? "" : fmt::format(" Asked by the policy: {}.", approval::shown(why))));
  return std::move(out.end_object()).take();
}

}  // namespace touchstone::gateway
