#include "resolve/examination.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "resolve/arguments.hpp"
#include "resolve/http_method.hpp"
#include "resolve/path.hpp"
#include "resolve/shell.hpp"
#include "resolve/sql.hpp"
#include "resolve/sql_tokens.hpp"
#include "resolve/words.hpp"

namespace touchstone::resolve {
namespace {

using base::has_word;

// Who sees what is public, as the values of such parameters say it.
constexpr std::string_view kEverybody =
    "public everyone everybody anyone anybody anyone_with_link anyone-with-link link world "
    "internet open unlisted anonymous";

// A free text that could be a query in some language, judged only for what it might change.
Verdict judge_search(std::string_view text) {
  if (looks_like_sql(text)) return classify_sql(text);
  for (const auto& token : read_sql(text).tokens) {
    const bool acts = token.kind == SqlToken::Kind::kWord &&
                      verdict_on_action(token.text).effect > Effect::kUnknown;
    if (acts || token.is_word("MUTATION")) {
      return verdict(Effect::kUnknown, fmt::format("the text says {}", shown(token.text)));
    }
  }
  return {};
}

// "delete" as the value of whatever argument: `on_success`, `then`, `next`.
bool says_destroy(json::View value) {
  constexpr std::size_t kLongest = 32;
  std::string scratch;
  const auto text = value.as_string(scratch);
  return text && text->size() <= kLongest && verdict_on_action(*text).effect == Effect::kDestroy;
}

}  // namespace

template <typename Each>
bool Examination::each_text(json::View value, Each each) {
  std::string scratch;
  if (const auto text = value.as_string(scratch)) {
    each(*text);
    return true;
  }
  if (!value.is(json::Kind::kArray)) return false;
  std::size_t count = 0;
  for (const auto item : value.elements()) {
    const auto text = item.as_string(scratch);
    if (!text || ++count > kMaxListLength) return false;
    each(*text);
  }
  return true;
}

void Examination::note(std::string_view argument, std::string text) {
  out_.notes.push_back({std::string(argument), std::move(text)});
}

void Examination::say(std::string_view argument, Verdict says) {
  note(argument, says.why);
  if (!says.why.empty()) says.why = fmt::format("`{}`: {}", argument, says.why);
  verdict_.join(says);
  said_ = true;
}

void Examination::doubt(std::string_view argument, std::string why) {
  if (!plan_.decides) return;  // there is nothing to doubt
  say(argument, verdict(Effect::kUnknown, std::move(why)));
}

Resolution Examination::run() && {
  if (arguments_ && !arguments_.is(json::Kind::kObject)) {
    note("", "the arguments are not an object");
    return std::move(out_);
  }
  look_at_arguments();
  look_at_parameters();
  conclude();
  apply_rules();
  return std::move(out_);
}

void Examination::look_at_arguments() {
  std::string scratch;
  std::size_t count = 0;
  for (const auto [key, value] : arguments_.members()) {
    if (++count > kMaxArguments) return doubt("", "there are too many arguments");
    const auto name = key.as_string(scratch).value_or("");
    const auto* parameter = plan_.find(name);
    if (parameter == nullptr) {
      doubt(shown(name), "is not in the tool's schema");
    } else if (plan_.decides && parameter->role != Role::kArguments && hides_effect(value)) {
      doubt(name, "may hide another action");
    } else if (plan_.decides && parameter->role == Role::kNone && says_destroy(value)) {
      doubt(name, "may be another action");
    }
  }
}

void Examination::look_at_parameters() {
  for (const auto& parameter : plan_.parameters) {
    if (parameter.role != Role::kNone) look_at(parameter, arguments_.find(parameter.name));
  }
}

void Examination::look_at(const Parameter& parameter, json::View value) {
  switch (parameter.role) {
    case Role::kNone:
    case Role::kArguments: return;
    case Role::kAction:
    case Role::kMethod: return on_choice(parameter, value);
    case Role::kChangeFlag: return on_change_flag(parameter, value);
    case Role::kAudience: return on_audience(parameter, value);
    default: break;
  }
  if (is_nothing(value)) return on_absent(parameter);
  switch (parameter.role) {
    case Role::kHint: return on_hint(parameter, value);
    case Role::kShell: return on_shell(parameter, value);
    case Role::kSearch: return on_search(parameter, value);
    case Role::kCode: return doubt(parameter.name, "holds code that is not understood");
    case Role::kBody: return doubt(parameter.name, "carries data to the other side");
    case Role::kPath: return on_path(parameter, value);
    case Role::kSql:
      if (!each_text(value, [&](auto text) { say(parameter.name, classify_sql(text)); })) {
        doubt(parameter.name, "is not a text");
      }
      return;
    default: return on_address(parameter, value);
  }
}

// A default is what the server takes instead; only of actions do we judge it.
void Examination::on_absent(const Parameter& parameter) {
  if (parameter.fallback.empty()) return;
  if (parameter.role == Role::kSql || parameter.role == Role::kShell ||
      parameter.role == Role::kCode) {
    doubt(parameter.name, "is not given, and its default is not judged");
  } else if (parameter.role == Role::kHint &&
             verdict_on_action(parameter.fallback).effect > Effect::kUnknown) {
    doubt(parameter.name, "is not given, and its default speaks of a change");
  }
}

void Examination::on_choice(const Parameter& parameter, json::View value) {
  std::string scratch;
  auto text = value.as_string(scratch);
  if (!value && parameter.has_fallback) text = parameter.fallback;
  if (!text) return doubt(parameter.name, value ? "is not a text" : "is not given");
  const auto it = std::ranges::lower_bound(parameter.choices, *text, {},
                                           &std::pair<std::string, Verdict>::first);
  const bool listed = it != parameter.choices.end() && it->first == *text;
  const bool method = parameter.role == Role::kMethod;
  auto says = listed ? it->second : method ? verdict_on_method(*text) : verdict_on_action(*text);
  if (!listed && !(method && parameter.choices.empty())) {
    says.worsen(Effect::kUnknown, fmt::format("{} is not in the schema", shown(*text)));
  }
  say(parameter.name, std::move(says));
}

void Examination::on_hint(const Parameter& parameter, json::View value) {
  if (!each_text(value, [&](auto text) {
        auto says = verdict_on_action(text);
        // Kinds and modes are no verbs, mostly.
        if (says.effect == Effect::kUnknown && !decides_effect(parameter.name)) return;
        if (says.effect != Effect::kRead) say(parameter.name, std::move(says));
      })) {
    doubt(parameter.name, "is not a text");
  }
}

void Examination::on_shell(const Parameter& parameter, json::View value) {
  std::vector<std::string> words;
  if (!each_text(value, [&](auto text) { words.emplace_back(text); })) {
    return doubt(parameter.name, "is neither a text nor a list of texts");
  }
  const bool list = value.is(json::Kind::kArray);
  for (const auto& other : plan_.parameters) {
    const auto more = arguments_.find(other.name);
    if (other.role != Role::kArguments || is_nothing(more)) continue;
    if (!each_text(more, [&](auto text) { words.emplace_back(text); })) {
      return doubt(other.name, "is not a list of texts");
    }
  }
  // Nobody says whether a program is started or a shell, so both are judged.
  if (list || words.size() > 1) say(parameter.name, classify_argv(words));
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + word;
  say(parameter.name, classify_shell(line));
}

void Examination::on_search(const Parameter& parameter, json::View value) {
  each_text(value, [&](auto text) {
    auto says = judge_search(text);
    if (says.effect != Effect::kRead && plan_.decides) say(parameter.name, std::move(says));
  });
}

void Examination::on_path(const Parameter& parameter, json::View value) {
  const bool texts = each_text(value, [&](auto text) {
    const auto where = classify_path(text, settings_.roots);
    Verdict says;
    says.sensitive = where.secret;
    says.privileged = where.system;
    if (where.place == Place::kOutside && !settings_.roots.empty() && says.privileged.empty()) {
      says.privileged = "it lies outside of the allowed folders";
    }
    for (const auto* why : {&says.sensitive, &says.privileged}) {
      if (!why->empty()) note(parameter.name, *why);
    }
    if (where.place == Place::kInside)
      note(parameter.name, "it lies inside of the allowed folders");
    verdict_.join(says);
  });
  if (!texts) note(parameter.name, "is not a path that is understood");
}

void Examination::on_address(const Parameter& parameter, json::View value) {
  const auto judge = [&](std::string_view text) {
    if (parameter.role == Role::kMail) return classify_mail(text, settings_.domains);
    if (parameter.role == Role::kHost) return classify_host(text, settings_.domains);
    return classify_url(text, settings_.domains);
  };
  const auto go_to = [&](Reach reach, std::string why) {
    addressed_ = true;
    note(parameter.name, why);
    if (reach < reach_ || (reach == reach_ && !reach_why_.empty())) return;
    reach_ = reach;
    reach_why_ = fmt::format("`{}`: {}", parameter.name, why);
  };
  returns_ = returns_ || parameter.role != Role::kMail;
  const bool texts = each_text(value, [&](std::string_view text) {
    const auto where = judge(text);
    if (verdict_.sensitive.empty()) verdict_.sensitive = where.sensitive;
    const auto shown_host = shown(where.host.empty() ? text : where.host);
    if (where.reach == Reach::kInternal) go_to(where.reach, shown_host + " is inside");
    if (where.reach == Reach::kPublic) go_to(where.reach, shown_host + " is outside");
    if (where.reach == Reach::kUnknown) go_to(where.reach, shown_host + " may be anywhere");
    if (parameter.role != Role::kUrl) return;
    if (auto why = change_in_target(text); !why.empty()) doubt(parameter.name, std::move(why));
  });
  if (!texts) go_to(Reach::kUnknown, "is not an address that is understood");
}

// `visibility: public`, `public: true`, `private: false`. That it stays private tells nothing.
void Examination::on_audience(const Parameter& parameter, json::View value) {
  if (!value) return;
  std::string scratch;
  const auto said = base::lower_case(value.as_string(scratch).value_or(value.raw()));
  const bool is_flag = has_word("true yes 1 false no 0", said);
  const bool is_yes = has_word("true yes 1", said);
  const bool of_private = parameter.name.find("rivate") != std::string::npos;
  if (is_flag ? is_yes == of_private : !has_word(kEverybody, said)) return;
  addressed_ = true;
  reach_ = Reach::kPublic;
  reach_why_ = fmt::format("`{}`: everybody can see it", parameter.name);
  note(parameter.name, "everybody can see it");
}

void Examination::on_change_flag(const Parameter& parameter, json::View value) {
  const bool by_default = !value && parameter.has_fallback && parameter.fallback != "false" &&
                          parameter.fallback != "0" && !parameter.fallback.empty() &&
                          parameter.fallback != "[]";
  if (!is_nothing(value) || by_default) doubt(parameter.name, "speaks of a change");
}

}  // namespace touchstone::resolve
