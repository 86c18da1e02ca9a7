#include "approval/prompt.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::approval {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::string_view kAboutResult = "result";  // else it is about the call

struct TextMember {
  std::string_view name;
  std::string Question::*member;
};
constexpr std::array kTexts{
    TextMember{"server", &Question::server},   TextMember{"tool", &Question::tool},
    TextMember{"title", &Question::title},     TextMember{"principal", &Question::principal},
    TextMember{"session", &Question::session}, TextMember{"client", &Question::client},
    TextMember{"tier", &Question::tier},       TextMember{"risk", &Question::risk},
};

struct ListMember {
  std::string_view name;
  std::vector<std::string> Question::*member;
};
constexpr std::array kLists{
    ListMember{"hints", &Question::hints},     ListMember{"legs", &Question::legs},
    ListMember{"lasting", &Question::lasting}, ListMember{"seen", &Question::seen},
    ListMember{"sources", &Question::sources}, ListMember{"mayDiffer", &Question::may_differ},
};

// Reads members of one object; the first that is not as expected is remembered.
class Members {
 public:
  explicit Members(json::View object, std::string where = {})
      : object_(object), where_(std::move(where)) {}

  std::string text(std::string_view name) {
    auto value = object_.find(name).as_string();
    if (!value) complain(name, "a text");
    return value.value_or("");
  }
  std::uint64_t count(std::string_view name, std::uint64_t most) {
    const auto value = object_.find(name).as_int();
    const bool good = value && *value >= 0 && static_cast<std::uint64_t>(*value) <= most;
    if (!good) complain(name, "a number");
    return good ? static_cast<std::uint64_t>(*value) : 0;
  }
  json::View list(std::string_view name) {
    const auto value = object_.find(name);
    if (!value.is(json::Kind::kArray)) complain(name, "a list");
    return value;
  }
  [[nodiscard]] bool has(std::string_view name) const { return bool(object_.find(name)); }
  void complain(std::string_view name, std::string_view expected) {
    if (!error_) error_ = base::Error{fmt::format("{} is not {}", name, expected), where_, ""};
  }
  void take_over(const Members& other) {
    if (!error_) error_ = other.error_;
  }
  [[nodiscard]] const std::optional<base::Error>& error() const { return error_; }

 private:
  json::View object_;
  std::string where_;
  std::optional<base::Error> error_;
};

std::vector<std::string> texts_of(Members& members, std::string_view name) {
  std::vector<std::string> out;
  for (const auto element : members.list(name).elements()) {
    auto text = element.as_string();
    if (!text || out.size() == kMaxNotes) {
      members.complain(name, "a short list of texts");
      break;
    }
    out.push_back(std::move(*text));
  }
  return out;
}

template <typename Note, typename Read>
std::vector<Note> notes_of(Members& members, std::string_view name, const Read& read) {
  std::vector<Note> out;
  for (const auto element : members.list(name).elements()) {
    Members inner(element, std::string(name));
    if (out.size() == kMaxNotes) members.complain(name, "a short list");
    if (members.error()) break;
    out.push_back(read(inner));
    members.take_over(inner);
  }
  return out;
}

void read_notes(Members& members, Question& into) {
  into.flows = notes_of<FlowNote>(members, "flows", [](Members& note) {
    return FlowNote{note.text("argument"), note.text("source"),
                    static_cast<std::uint32_t>(note.count("percent", 100)), note.text("classes")};
  });
  into.destinations = notes_of<DestinationNote>(members, "destinations", [](Members& note) {
    return DestinationNote{note.text("argument"), note.text("text"), note.text("source"),
                           note.has("byName")};
  });
  if (members.has("handles")) {  // questions from before there were any have none
    into.handles = notes_of<HandleNote>(members, "handles", [](Members& note) {
      return HandleNote{note.text("argument"), note.text("handle"), note.text("what")};
    });
  }
  into.rules = notes_of<RuleNote>(members, "rules", [](Members& note) {
    return RuleNote{note.text("name"), note.text("description")};
  });
}

void read_again(Members& members, json::View again, Question& into) {
  if (!again) return;
  Members note(again, "again");
  into.again = AgainNote{note.text("ticket"), note.text("scope"), texts_of(note, "beyond")};
  members.take_over(note);
}

void write_again(json::Writer& out, const AgainNote& again) {
  out.begin_object().key("ticket").string(again.ticket).key("scope").string(again.scope);
  out.key("beyond").begin_array();
  for (const auto& text : again.beyond) out.string(text);
  out.end_array().end_object();
}

void write_handles(json::Writer& out, const Question& question) {
  out.begin_array();
  for (const auto& note : question.handles) {
    out.begin_object().key("argument").string(note.argument).key("handle").string(note.handle);
    out.key("what").string(note.what).end_object();
  }
}

void write_notes(json::Writer& out, const Question& question) {
  out.key("flows").begin_array();
  for (const auto& flow : question.flows) {
    out.begin_object().key("argument").string(flow.argument).key("source").string(flow.source);
    out.key("percent").integer(flow.percent).key("classes").string(flow.classes).end_object();
  }
  out.end_array().key("destinations").begin_array();
  for (const auto& note : question.destinations) {
    out.begin_object().key("argument").string(note.argument).key("text").string(note.text);
    if (note.by_name) out.key("byName").boolean(true);
    out.key("source").string(note.source).end_object();
  }
  if (!question.handles.empty()) write_handles(out.end_array().key("handles"), question);
  out.end_array().key("rules").begin_array();
  for (const auto& rule : question.rules) {
    out.begin_object().key("name").string(rule.name);
    out.key("description").string(rule.description).end_object();
  }
  out.end_array();
}

}  // namespace

std::string prompt_json(const Question& question) {
  json::Writer out;
  out.begin_object().key("version").integer(kVersion);
  for (const auto& [name, member] : kTexts) out.key(name).string(question.*member);
  for (const auto& [name, member] : kLists) {
    out.key(name).begin_array();
    for (const auto& text : question.*member) out.string(text);
    out.end_array();
  }
  out.key("moreSources").integer(static_cast<std::int64_t>(question.more_sources));
  out.key("arguments").raw(question.arguments);
  write_notes(out, question);
  out.key("confirm").string(
      name_of(question.type_name ? policy::Confirm::kName : policy::Confirm::kYes));
  if (question.again) write_again(out.key("again"), *question.again);
  if (!question.name.empty()) out.key("name").string(question.name);
  if (question.about_result) out.key("about").string(kAboutResult);
  if (!question.result.empty()) out.key("result").raw(question.result);
  out.end_object();
  return std::move(out).take();
}

base::Result<Question> read_prompt(std::string_view json) {
  const auto document = json::Parser().parse(json::Text::copy_of(json));
  if (!document) return base::fail("not the JSON of a question: " + document.error().what);
  const auto root = document->root();
  Members members(root);
  if (root.find("version").as_int() != kVersion) members.complain("version", "1");
  Question question;
  for (const auto& [name, member] : kTexts) question.*member = members.text(name);
  for (const auto& [name, member] : kLists) question.*member = texts_of(members, name);
  question.more_sources = members.count("moreSources", std::numeric_limits<std::int64_t>::max());
  const auto arguments = root.find("arguments");
  if (arguments.is(json::Kind::kObject))
    question.arguments = arguments.raw();
  else
    members.complain("arguments", "an object");
  read_notes(members, question);
  read_again(members, root.find("again"), question);
  question.name = root.find("name").as_string().value_or("");
  question.about_result = root.find("about").equals(kAboutResult);
  if (const auto result = root.find("result")) question.result = result.raw();
  const auto confirm = members.text("confirm");
  question.type_name = confirm == name_of(policy::Confirm::kName);
  if (!question.type_name && confirm != name_of(policy::Confirm::kYes)) {
    members.complain("confirm", "yes or name");
  }
  if (members.error()) return tl::unexpected(*members.error());
  return question;
}

}  // namespace touchstone::approval
