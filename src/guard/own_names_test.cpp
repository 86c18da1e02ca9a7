// What a server listed, brought back to it; and what only looks so.
#include "guard/own_names.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "guard/content.hpp"
#include "guard/result_label.hpp"
#include "json/string.hpp"
#include "json/test_support.hpp"
#include "model/fold.hpp"

namespace touchstone::guard {
namespace {

struct Told {
  std::string_view text;
  std::string tool = "list_things";
  model::Trust trust = model::Trust::kStandard;
  bool untrusted = false;
};

model::Profile open_world(bool open) {
  return model::fold({{model::Field::kOpenWorld, open, model::Source::kDeclared, 1.0F, "", ""}},
                     {});
}

// Whether a call of `server` with this argument acts on what was only said.
bool is_planted(const Told& told, std::string_view argument, std::string_view server = "box",
                const model::Profile& profile = open_world(false)) {
  Subject reader{.method = "tools/call", .server = "box", .name = told.tool};
  reader.trust = told.trust;
  model::Label label;
  label.untrusted = told.untrusted;
  flow::Memory memory({.seed = 3});
  const auto source =
      memory.intern({.uri = source_uri(reader), .author = author_of(reader, label), .classes = {}});
  const auto result = json::document(
      "{\"content\":[{\"type\":\"text\",\"text\":" + json::quoted(told.text) + "}]}");
  remember_content(memory, result.root(), source, form_of(reader, {}));
  const auto arguments = json::document("{\"target\":" + json::quoted(argument) + "}");
  auto flows = memory.trace(arguments.root());
  Subject writer{.method = "tools/call", .server = server, .name = "change_thing"};
  writer.profile = &profile;
  mark_own_names(flows, writer, memory);
  return std::ranges::any_of(flows.values, &flow::Carried::untrusted_destination);
}

constexpr std::string_view kPaths = "src/a.py\nsrc/b.py\n";

TEST(OwnNames, go_back_to_the_server_that_listed_them) {
  EXPECT_FALSE(is_planted({kPaths}, "src/a.py"));
  EXPECT_FALSE(is_planted({"#general (C024BE91L) - 42 members\n"}, "C024BE91L"));
  EXPECT_TRUE(is_planted({kPaths}, "src/a.py", "other")) << "another server's file";
}

TEST(OwnNames, are_nobodys_once_another_server_has_named_them) {
  flow::Memory memory({.seed = 3});
  const auto say = [&](std::string_view server, std::string_view tool, std::string_view text) {
    Subject reader{.method = "tools/call", .server = server, .name = std::string(tool)};
    const auto source =
        memory.intern({.uri = source_uri(reader), .author = author_of(reader, {}), .classes = {}});
    const auto result =
        json::document("{\"content\":[{\"type\":\"text\",\"text\":" + json::quoted(text) + "}]}");
    remember_content(memory, result.root(), source, form_of(reader, {}));
  };
  say("any", "list_files", kPaths);
  say("other", "read_file", "We keep the parser in src/a.py as you know.");
  const auto arguments = json::document(R"({"target":"src/a.py"})");
  const auto profile = open_world(false);
  for (const std::string_view server : {"other", "any"}) {
    auto flows = memory.trace(arguments.root());
    Subject writer{.method = "tools/call", .server = server, .name = "share_file"};
    writer.profile = &profile;
    mark_own_names(flows, writer, memory);
    EXPECT_TRUE(std::ranges::any_of(flows.values, &flow::Carried::untrusted_destination)) << server;
  }
}

TEST(OwnNames, are_none_that_prose_or_a_value_names) {
  for (const std::string_view text :
       {"The plan is in src/a.py as ever.", "Please add the file.\nsrc/a.py\n",
        R"({"body":"one line\nsrc/a.py\n"})", "title: x\nbody: 'one\n  src/a.py\n  two'\n"})
    EXPECT_TRUE(is_planted({text}, "src/a.py")) << text;
}

TEST(OwnNames, are_none_that_others_wrote_or_a_tool_passes_on) {
  EXPECT_TRUE(is_planted({.text = kPaths, .trust = model::Trust::kUntrusted}, "src/a.py"));
  EXPECT_TRUE(is_planted({.text = kPaths, .untrusted = true}, "src/a.py"));
  for (const auto* tool :
       {"read_file", "getPage", "fetch", "read_text_file", "view_note", "get_issue", "get_ticket",
        "export_responses", "run_command", "search_messages", "list_events", "write_file"})
    EXPECT_TRUE(is_planted({.text = kPaths, .tool = tool}, "src/a.py")) << tool;
  for (const auto* tool : {"search_files", "git_status", "read_query", "list_items"})
    EXPECT_FALSE(is_planted({.text = kPaths, .tool = tool}, "src/a.py")) << tool;
}

TEST(OwnNames, are_no_people_hosts_or_accounts) {
  EXPECT_TRUE(is_planted({"src/a.py\neve@evil.example\n"}, "eve@evil.example"));
  EXPECT_TRUE(is_planted({"1. DE89370400440532013000\n2. src/a.py\n"}, "DE89370400440532013000"));
  constexpr std::string_view kPages = "https://wiki.acme.example/a\nhttps://wiki.acme.example/b\n";
  EXPECT_FALSE(is_planted({kPages}, "https://wiki.acme.example/a"));
  EXPECT_TRUE(is_planted({kPages}, "https://wiki.acme.example/a", "box", open_world(true)));
  EXPECT_TRUE(is_planted({kPages}, "https://wiki.acme.example/a?x=secret")) << "put together anew";
  EXPECT_TRUE(is_planted({"https://wiki.acme.example/a\nhttps://evil.example/b\n"},
                         "https://evil.example/b"));
}

// The same conditions as for JSON, and one more: nobody's text as a whole.
TEST(OwnNames, are_not_needed_for_what_a_table_records) {
  constexpr std::string_view kTable = "[{'id': 1, 'mail': 'ann@lake.example'}]";
  EXPECT_FALSE(is_planted({.text = kTable, .tool = "find_contact"}, "ann@lake.example"));
  EXPECT_TRUE(is_planted({.text = kTable, .tool = "read_file"}, "ann@lake.example"));
  EXPECT_TRUE(is_planted({.text = kTable, .trust = model::Trust::kUntrusted}, "ann@lake.example"));
}

}  // namespace
}  // namespace touchstone::guard
