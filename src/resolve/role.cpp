#include "resolve/role.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "base/word_list.hpp"
#include "infer/act.hpp"
#include "resolve/http_method.hpp"
#include "resolve/words.hpp"

namespace touchstone::resolve {
namespace {

using base::has_word;
using base::WordList;

// A parameter's name in one spelling: "httpMethod" and "HTTP-method" are http_method.
std::string spelled(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) {
    if (!out.empty()) out += '_';
    out += word;
  }
  return out;
}

constexpr WordList kActions(
    "action actions operation operations op ops verb act action_type action_name operation_type "
    "operation_name op_type subcommand sub_command task_action command_type crud");
// Mean an action only if the values do.
constexpr WordList kMaybeActions(
    "mode type command cmd method function func kind task step request request_type query_type");
constexpr WordList kMethodNames("method http_method verb request_method http_verb");
constexpr WordList kSqls(
    "sql sql_query sql_text sql_statement sql_command statement statements raw_sql query_sql");
constexpr WordList kShells(
    "command cmd command_line commandline cmdline shell_command bash_command shell bash argv");
constexpr WordList kProgramArguments("args arguments argv parameters params");
constexpr WordList kCodes(
    "code script program source_code python javascript js expression lambda eval function_body "
    "snippet mutation graphql pipeline aggregation");
constexpr WordList kSearches("query queries q filter where soql cypher jql kql dax");
constexpr WordList kBodies("body data payload json form form_data request_body files");
constexpr WordList kPaths(
    "path paths file files filename filepath file_path file_paths file_name dir directory folder "
    "root cwd working_directory workdir source destination src dst dest target_path source_path "
    "destination_path output_path input_path old_path new_path repo_path project_path");
constexpr WordList kUrls(
    "url urls uri uris link links href endpoint base_url webhook webhook_url callback callback_url "
    "target_url page_url image_url website site address_url");
constexpr WordList kHosts("host hostname hosts domain domains server_host ip ip_address");
constexpr WordList kMails(
    "email emails email_address to cc bcc recipient recipients mail_to reply_to forward_to "
    "share_with participants guests attendees invitees");
constexpr WordList kAudiences(
    "visibility audience sharing privacy public is_public make_public publicly_accessible private "
    "is_private");

std::string text_at(json::View schema, std::string_view key) {
  return schema.find(key).as_string().value_or("");
}

const infer::Verb* leading_verb(const std::string& choice) {
  const auto words = words_of(choice);
  return words.empty() ? nullptr : infer::find_verb(words.front());
}

// `type: [list, map, table]` are kinds of things; `[list, create, delete]` are things to do.
bool are_actions(const std::vector<std::string>& choices) {
  const auto changes = [](const std::string& choice) {
    const auto* verb = leading_verb(choice);
    return verb != nullptr && verb->use == infer::Use::kVerb && verb->act != infer::Act::kRead &&
           verb->weight == infer::Weight::kStrong;
  };
  const auto is_verb = [](const std::string& choice) { return leading_verb(choice) != nullptr; };
  return std::ranges::all_of(choices, is_verb) && std::ranges::any_of(choices, changes);
}

bool all_are_methods(const std::vector<std::string>& choices) {
  return !choices.empty() && std::ranges::all_of(choices, is_http_method);
}

// By values first: they say more than a name.
Role role_of_choices(std::string_view name, const std::vector<std::string>& choices) {
  const bool may_be_method = has_word(kMethodNames, name) || has_word(kMaybeActions, name);
  if (may_be_method && all_are_methods(choices)) return Role::kMethod;
  if (has_word(kActions, name)) return choices.empty() ? Role::kHint : Role::kAction;
  if (!has_word(kMaybeActions, name) || choices.empty()) return Role::kNone;
  return are_actions(choices) ? Role::kAction : Role::kHint;
}

Role role_of_language(std::string_view name, const ToolWords& tool) {
  if (has_word(kSqls, name)) return tool.sql ? Role::kSql : Role::kCode;
  if (has_word(kShells, name)) return tool.shell ? Role::kShell : Role::kCode;
  if (has_word(kProgramArguments, name) && tool.shell) return Role::kArguments;
  if (has_word(kCodes, name)) return Role::kCode;
  if (has_word(kSearches, name)) return tool.sql && name == "query" ? Role::kSql : Role::kSearch;
  return Role::kNone;
}

Role role_of_place(std::string_view name, std::string_view format) {
  if (has_word("uri url iri uri-reference", format) || has_word(kUrls, name)) return Role::kUrl;
  if (has_word("email idn-email", format) || has_word(kMails, name)) return Role::kMail;
  if (has_word("hostname idn-hostname ipv4 ipv6", format) || has_word(kHosts, name)) {
    return Role::kHost;
  }
  return has_word(kPaths, name) ? Role::kPath : Role::kNone;
}

bool is_change(std::string_view name, const std::vector<std::string>& words,
               std::string_view type) {
  if (type == "boolean") return is_change_flag(name);
  const auto* verb = words.empty() ? nullptr : infer::find_verb(words.front());
  return verb != nullptr && verb->use == infer::Use::kVerb && verb->act != infer::Act::kRead &&
         verb->act != infer::Act::kUnknown;
}

constexpr WordList kSqlWords(
    "sql mysql mariadb postgres postgresql pg sqlite duckdb mssql tsql database db snowflake "
    "bigquery redshift clickhouse oracle databricks trino presto warehouse");
// Every word of the name of a tool that runs commands of a POSIX shell, and nothing else.
constexpr WordList kShellWords(
    "run execute exec shell bash sh posix command commands cmd terminal system linux unix local "
    "host "
    "build tool in on a the line");
constexpr WordList kOtherShells("powershell pwsh windows redis mongo batch cmd.exe");

constexpr auto kSeparates = [] {
  std::array<bool, 256> out{};
  for (const char c : std::string_view(" \t\n\r,;:()\"'`/_-")) {
    out[static_cast<unsigned char>(c)] = true;
  }
  return out;
}();

std::size_t word_end(std::string_view text) {
  const auto separates = [](char c) { return kSeparates[static_cast<unsigned char>(c)]; };
  return static_cast<std::size_t>(std::ranges::find_if(text, separates) - text.begin());
}

bool speaks_of(std::string_view text, const WordList& list) {
  constexpr std::size_t kLooked = 4096;
  const auto lower = base::lower_case(text.substr(0, kLooked));
  std::string_view rest = lower;
  while (!rest.empty()) {
    const auto end = word_end(rest);
    auto word = rest.substr(0, end);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (has_word(list, word)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool is_web_schema(json::View properties) {
  return std::ranges::any_of(std::array{"url", "uri", "endpoint", "path"},
                             [&](const char* name) { return bool(properties.find(name)); });
}

}  // namespace

std::vector<std::string> choices_of(json::View schema) {
  constexpr std::size_t kMost = 64;
  std::vector<std::string> out;
  const auto add = [&](json::View value) {
    if (const auto text = value.as_string(); text && out.size() < kMost) out.push_back(*text);
  };
  add(schema.find("const"));
  for (const auto value : schema.find("enum").elements()) add(value);
  for (const std::string_view key : {"oneOf", "anyOf"}) {
    for (const auto option : schema.find(key).elements()) add(option.find("const"));
  }
  return out;
}

ToolWords words_of_tool(json::View definition, std::string_view name) {
  const auto description = text_at(definition, "description");
  const auto properties = definition.find("inputSchema").find("properties");
  const auto words = words_of(name);
  const auto all_in = [&](const WordList& list) {
    return !words.empty() &&
           std::ranges::all_of(words, [&](const auto& word) { return has_word(list, word); });
  };
  const auto query = text_at(properties.find("query"), "description");
  return {.sql = speaks_of(name, kSqlWords) || speaks_of(description, kSqlWords) ||
                 speaks_of(query, WordList("sql")) || bool(properties.find("sql")),
          .shell = all_in(kShellWords) && !speaks_of(description, kOtherShells),
          .web = is_web_schema(properties)};
}

Role role_of(std::string_view name, json::View schema, const ToolWords& tool) {
  const auto words = words_of(name);
  const auto spelling = spelled(words);
  const auto type = text_at(schema, "type");
  const auto choices = choices_of(schema);
  if (has_word(kAudiences, spelling)) return Role::kAudience;
  if (const auto role = role_of_choices(spelling, choices); role != Role::kNone) return role;
  if (!choices.empty()) return Role::kNone;
  if (has_word(kMethodNames, spelling) && tool.web) return Role::kMethod;
  if (const auto role = role_of_language(spelling, tool); role != Role::kNone) return role;
  if (has_word(kMaybeActions, spelling) && type != "boolean") return Role::kHint;
  if (has_word(kBodies, spelling) && tool.web) return Role::kBody;
  const auto place = role_of_place(spelling, text_at(schema, "format"));
  if (place != Role::kNone) return place;
  return is_change(name, words, type) ? Role::kChangeFlag : Role::kNone;
}

bool decides_effect(std::string_view name) {
  const auto spelling = spelled(words_of(name));
  return has_word(kActions, spelling) || has_word(kMethodNames, spelling) ||
         has_word(kSqls, spelling) || has_word(kShells, spelling) || has_word(kCodes, spelling) ||
         spelling.find("method") != std::string::npos || is_change_flag(name);
}

}  // namespace touchstone::resolve
