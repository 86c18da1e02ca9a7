#include "infer/leeway.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/deed.hpp"
#include "infer/objects.hpp"

namespace touchstone::infer {
namespace {

bool mentions_any(const Words& words, const base::WordList& wanted) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (wanted.has(words[i])) return true;
  }
  return false;
}

bool executes(const Reading& reading) {
  return std::ranges::any_of(reading.mentions, [](const Mention& mention) {
    return mention.verb->act == Act::kRun || mention.verb->word == "evaluate";
  });
}

// Lists and descriptions of databases mention SQL too.
bool asks_or_executes(const Reading& reading) {
  const auto* verb = reading.main_verb();
  return verb != nullptr && (verb->verb->word == "query" || verb->verb->act == Act::kRun);
}

// "Query the database of …"; not "Runs the queries of a report. Reports may use MySQL".
bool asks_database(const Reading& reading) {
  if (!reading.cues.has(Cue::kSql, Spot::kText)) return false;
  const auto* opening = reading.first(Where::kOpening);
  return opening == nullptr || opening->is_about(is_database);
}

// "List items, optionally with a query of your own": the statement narrows what is read.
bool only_filters(const Reading& reading) {
  const auto* opening = reading.first(Where::kOpening);
  return opening != nullptr && opening->verb->act == Act::kRead && opening->verb->word != "query" &&
         opening->verb->weight == Weight::kStrong;
}

bool is_chosen_from_list(const Parameter& parameter) {
  return static_cast<bool>(parameter.schema.find("enum"));
}

// Languages that have no way to write.
bool asks_in_reading_language(const Parameter& parameter) {
  static constexpr base::WordList kLanguages(
      "dql eql jmespath jql jsonata jsonpath kql logql lucene nrql odata promql soql sosl traceql "
      "wiql xpath");
  return mentions_any(parameter.words, kLanguages) || mentions_any(parameter.text, kLanguages);
}

bool takes_sql(const Reading& reading, const Parameter& parameter) {
  static constexpr base::WordList kAlways("sql cypher statement statements rawsql");
  static constexpr base::WordList kPerhaps("query queries");
  static constexpr base::WordList kSql("sql cypher");
  if (mentions_any(parameter.words, kAlways)) return true;
  if (!mentions_any(parameter.words, kPerhaps)) return false;
  if (mentions_any(parameter.text, kSql)) return !only_filters(reading);
  if (asks_in_reading_language(parameter)) return false;
  return reading.cues.has(Cue::kSql, Spot::kText) && asks_or_executes(reading) &&
         !only_filters(reading);
}

bool takes_code(const Reading& reading, const Parameter& parameter) {
  static constexpr base::WordList kCode(
      "code command commands script function javascript expression cmd");
  return executes(reading) && mentions_any(parameter.words, kCode) &&
         !is_chosen_from_list(parameter);
}

bool is_place(const Parameter& parameter) {
  static constexpr base::WordList kPlaces("path dir directory folder");
  return mentions_any(parameter.words, kPlaces);
}

// `output_file`, or a path of which the schema says that something is saved there.
bool is_place_to_save(const Parameter& parameter) {
  static constexpr base::WordList kFiles("file filename");
  static constexpr base::WordList kNamed("output save download destination");
  static constexpr base::WordList kSaving("save saved saves saving");
  const bool place = is_place(parameter);
  const bool named = mentions_any(parameter.words, kNamed);
  if (named && (place || mentions_any(parameter.words, kFiles))) return true;
  return place && mentions_any(parameter.text, kSaving);
}

// Who must give both contents and a file name has a file made.
std::optional<Leeway> find_made_file(const Reading& reading) {
  const Parameter* file = nullptr;
  const Parameter* content = nullptr;
  for (const auto& parameter : reading.parameters) {
    const auto size = parameter.words.size();
    if (parameter.nested || !parameter.required || size == 0) continue;
    const auto last = parameter.words[size - 1];
    const bool named = size > 1 && last == "name" && parameter.words[size - 2] == "file";
    if (last == "filename" || named) file = &parameter;
    if (last == "content" || last == "contents") content = &parameter;
  }
  if (file == nullptr || content == nullptr) return {};
  return Leeway{fmt::format("parameters `{}` and `{}` make a file", content->name, file->name),
                file->pointer};
}

// `api_request`, `http_call`: whoever may ask for anything may ask for a deletion.
bool takes_any_request(const Words& name) {
  static constexpr base::WordList kOf("api http raw rest");
  static constexpr base::WordList kRequests("call request");
  const auto size = name.size();
  return size > 1 && kOf.has(name[size - 2]) && kRequests.has(name[size - 1]);
}

}  // namespace

std::optional<Leeway> find_free_statement(const Reading& reading) {
  if (reading.cues.has(Cue::kSaysReadOnly)) return {};
  const auto* named = reading.first(Where::kName);
  const bool asks = named != nullptr && named->verb->act == Act::kRead;
  if (!asks && takes_any_request(reading.name)) {
    return Leeway{"name says that any request can be made", std::string(reading.name_pointer)};
  }
  const bool in_text = asks_database(reading);
  const bool of_database = in_text || reading.cues.has(Cue::kSql, Spot::kName);
  if (reading.parameters.empty() && of_database && asks_or_executes(reading)) {
    return Leeway{"queries a database and no parameter limits how",
                  in_text ? "/description" : std::string(reading.name_pointer)};
  }
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested) continue;
    const bool sql = takes_sql(reading, parameter);
    if (!sql && !takes_code(reading, parameter)) continue;
    return Leeway{fmt::format("parameter `{}` takes any {}", parameter.name,
                              sql ? "statement, also one that writes" : "code or command"),
                  parameter.pointer};
  }
  return {};
}

std::optional<Leeway> find_destroying_switch(const Reading& reading) {
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested || !parameter.schema.find("type").equals("boolean")) continue;
    const auto* verb = find_verb(parameter.words[0]);
    if (verb == nullptr || verb->act != Act::kDestroy || verb->use != Use::kVerb) continue;
    // `clear_text` is clear, `delete_source` deletes.
    if (parameter.words.size() > 1 && verb->weight != Weight::kStrong) continue;
    return Leeway{fmt::format("parameter `{}` can have something taken away", parameter.name),
                  parameter.pointer};
  }
  return {};
}

std::optional<Leeway> find_saved_result(const Reading& reading) {
  // A picture that cannot be taken without a path is more than a look.
  const bool picture = std::ranges::any_of(reading.mentions, takes_picture);
  for (const auto& parameter : reading.parameters) {
    if (parameter.nested) continue;
    const bool needed = picture && parameter.required && is_place(parameter);
    if (!needed && !is_place_to_save(parameter)) continue;
    return Leeway{fmt::format("parameter `{}` names a place to save to", parameter.name),
                  parameter.pointer};
  }
  return find_made_file(reading);
}

}  // namespace touchstone::infer
