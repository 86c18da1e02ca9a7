// Labels that stay with what was written: the next session that reads it has them.
#include "gateway/stored.hpp"
#include "gateway/test_support.hpp"
#include "guard/place_lift.hpp"

namespace touchstone::gateway {
namespace {

demo::Part file_tool(std::string_view name, bool reads, std::string says = "as you say") {
  return {fmt::format(R"({{"name":"{}","annotations":{{"readOnlyHint":{},"destructiveHint":false,)"
                      R"("openWorldHint":false}},"inputSchema":{{"type":"object"}}}})",
                      name, reads),
          demo::at_once([says](demo::Call&) { return demo::text(says); }),
          demo::Background::kNever};
}

demo::Parts cabinet() {
  demo::Parts parts;
  parts.name = "files";
  parts.tools = {file_tool("read_file", true),
                 file_tool("read_all", true, R"({"entities":[{"name":"Zed"}]})"),
                 file_tool("read_others", true, R"({"entities":[{"name":"Nobody"}]})"),
                 file_tool("remember", false),
                 file_tool("create_note", false, R"({"id":101,"ok":true})"),
                 file_tool("create_ticket", false, "Created ticket #4713."),
                 file_tool("search_notes", true, "101: 13 letters"),
                 file_tool("write_file", false),
                 file_tool("move_file", false),
                 {R"({"name":"read_salaries","annotations":{"readOnlyHint":true,)"
                  R"("openWorldHint":false,"returnMetadata":{"source":"internal",)"
                  R"("sensitivity":"financial"}},"inputSchema":{"type":"object"}})",
                  demo::at_once([](demo::Call&) { return demo::text("Ann,71000"); }),
                  demo::Background::kNever}};
  auto opens = file_tool("open_file", true);
  opens.run = demo::at_once([](demo::Call&) {
    return demo::content({demo::resource_block("note:///docs/a.txt", "text/plain", "x")});
  });
  parts.tools.push_back(std::move(opens));
  add_resources(parts, {}, {"note://{+x}", "docs://{+x}"});
  parts.prompts.push_back({R"({"name":"digest"})", demo::at_once([](demo::Call&) {
                             return demo::messages(
                                 {demo::resource_block("note:///docs/a.txt", "text/plain", "x")});
                           }),
                           demo::Background::kNever});
  return parts;
}

// A call stays until it is open.
struct Desk {
  bool open = false, at_work = false;
};
using DeskPtr = std::shared_ptr<Desk>;

demo::Parts slow_cabinet(const DeskPtr& desk) {
  demo::Parts parts;
  parts.name = "slow";
  auto writes = file_tool("write_file", false);
  writes.run = [desk](demo::Call& call) -> net::Task<demo::Reply> {
    desk->at_work = true;
    while (!desk->open) {
      if (!co_await call.sleep(5ms)) break;
    }
    co_return demo::text("done");
  };
  parts.tools = {std::move(writes)};
  return parts;
}

class LabelledPlaces : public ::testing::TestWithParam<Era> {
 protected:
  LabelledPlaces() {
    bench.policy = policy::find_pack("observe")->text;
    bench.add("files", cabinet(), Speaks::kBoth);
  }
  // In the session of this name.
  void call(std::string_view session, std::string_view tool, std::string_view arguments) {
    Client client(bench, GetParam());
    (void)said(client.ask("tools/call",
                          fmt::format(R"("name":"files__{}","arguments":{{{}}})", tool, arguments),
                          fmt::format(R"("dev.touchstone/session":"{}")", session)));
  }
  void write_salaries(std::string_view place) {
    call("writer", "read_salaries", "");
    call("writer", "write_file", fmt::format(R"("path":"{}","text":"x")", place));
  }
  // A session of its own that reads there knows that it is about money.
  bool is_known(std::string_view place) {
    return knows_after("read_file", fmt::format(R"("path":"{}")", place));
  }
  bool knows_after(std::string_view tool, std::string_view arguments) {
    call(fmt::format("reader-{}", ++readers), tool, arguments);
    return last_knows();
  }
  bool is_known_by_uri(std::string_view uri) {
    return knows_after_asking("resources/read", fmt::format(R"("uri":"{}")", uri));
  }
  bool knows_after_asking(std::string_view method, std::string_view params) {
    Client client(bench, GetParam());
    const auto answer = client.ask(
        method, params, fmt::format(R"("dev.touchstone/session":"reader-{}")", ++readers));
    EXPECT_EQ(error_code(answer), 0) << params;
    return last_knows();
  }
  // As `touchstone places declassify` does it, in another process: nobody is woken.
  void lift_elsewhere(const store::Location& place) {
    const auto own = guard::own_rows_of(place);
    guard::Lifted lifted{.place = place, .seen = {}, .takes = {}, .all = true};
    for (const auto& label :
         stored<std::vector<model::Label>>(bench, [&](store::Done<std::vector<model::Label>> done) {
           bench.store->labels_of(own, std::move(done));
         })) {
      lifted.seen.join(label);
    }
    const auto done_so = stored<store::Relabelled>(bench, [&](store::Done<store::Relabelled> done) {
      bench.store->declassify_place(
          {.server = "files",
           .place = place.place,
           .by = "ann",
           .reason = "mine",
           .now = bench.now,
           .begin = [&] { return std::make_unique<guard::PlaceLift>(lifted); }},
          std::move(done));
    });
    EXPECT_EQ(done_so.how, store::Declassified::kDone) << place.place;
  }
  bool last_knows() {
    const auto all = stored<std::vector<store::Session>>(
        bench,
        [&](store::Done<std::vector<store::Session>> d) { bench.store->list_sessions({}, d); });
    const auto reader = std::ranges::max_element(all, {}, &store::Session::number);
    return reader->label.classes.has(model::DataClass::kFinancial);
  }
  Bench bench;
  int readers = 0;
  DeskPtr desk = std::make_shared<Desk>();
};

TEST_P(LabelledPlaces, are_known_by_every_spelling) {
  write_salaries("docs/a.txt");
  for (const auto* place : {"docs/a.txt", "./docs/a.txt", "docs//a.txt", "docs/x/../a.txt",
                            "docs/qq://../a.txt", "docs/x:/../a.txt"}) {
    EXPECT_TRUE(is_known(place)) << place;
  }
  EXPECT_FALSE(is_known("docs/b.txt"));
}

TEST_P(LabelledPlaces, are_known_by_the_uris_of_their_resources) {
  EXPECT_FALSE(is_known_by_uri("note:///docs/a.txt"));
  write_salaries("docs/a.txt");
  for (const auto* uri : {"note:///docs/a.txt", "docs://files/docs/a.txt",
                          "note:///srv/root/docs/%61.txt", "note://docs/x/../a.txt"}) {
    EXPECT_TRUE(is_known_by_uri(uri)) << uri;
  }
  EXPECT_FALSE(is_known_by_uri("docs://files/docs/b.txt"));
}

TEST_P(LabelledPlaces, written_by_uri_are_known_by_path_and_by_uri) {
  write_salaries("docs://files/docs/a.txt");
  EXPECT_TRUE(is_known("docs/a.txt"));
  EXPECT_TRUE(is_known("/srv/docs/a.txt"));
  EXPECT_TRUE(is_known_by_uri("docs://files/docs/a.txt"));
  EXPECT_FALSE(is_known("docs/b.txt"));
  EXPECT_FALSE(is_known_by_uri("docs://files/docs/b.txt"));
}

TEST_P(LabelledPlaces, what_embeds_what_was_written_brings_its_label) {
  EXPECT_FALSE(knows_after_asking("prompts/get", R"("name":"files__digest")"));
  EXPECT_FALSE(knows_after("open_file", ""));
  write_salaries("docs/a.txt");
  EXPECT_TRUE(knows_after("open_file", ""));
  EXPECT_TRUE(knows_after_asking("prompts/get", R"("name":"files__digest")"));
}

TEST_P(LabelledPlaces, the_sheet_of_the_demo_is_about_money_as_a_resource_and_in_a_prompt) {
  const demo::ScratchFolder scratch;
  const demo::Folder folder(scratch.path());
  ASSERT_TRUE(folder.prepare());
  bench.add("share", demo::files_server(folder), Speaks::kBoth);
  EXPECT_TRUE(is_known_by_uri("demo://files/hr/salaries.csv"));
  EXPECT_TRUE(knows_after_asking("prompts/get", R"("name":"share__summarise_salaries")"));
}

TEST_P(LabelledPlaces, a_session_that_has_seen_nothing_moves_the_label_with_the_file) {
  write_salaries("docs/a.txt");
  call("mover", "move_file", R"("source":"docs/a.txt","destination":"docs/c.txt")");
  EXPECT_TRUE(is_known("docs/c.txt"));
  call("mover", "move_file", R"("source":"docs/x.txt","destination":"docs/y.txt")");
  EXPECT_FALSE(is_known("docs/y.txt"));
}

TEST_P(LabelledPlaces, a_file_in_a_folder_that_is_moved_keeps_its_label) {
  write_salaries("/r/d1/a.txt");
  call("mover", "move_file", R"("source":"/r/d1","destination":"/r/d2")");
  EXPECT_TRUE(is_known("/r/d2/a.txt"));
  EXPECT_FALSE(is_known("/r/d3/a.txt"));
}

TEST_P(LabelledPlaces, a_result_that_shows_what_was_written_brings_its_label) {
  EXPECT_FALSE(knows_after("read_all", ""));
  call("writer", "read_salaries", "");
  call("writer", "remember", R"("entities":[{"name":"Zed","observations":["o1"]}])");
  EXPECT_TRUE(knows_after("read_all", ""));
  EXPECT_TRUE(knows_after("read_all", R"("query":"o1")"));
  EXPECT_TRUE(knows_after("read_others", R"("names":["Zed"])"));
  EXPECT_FALSE(knows_after("read_others", ""));
}

TEST_P(LabelledPlaces, what_was_written_without_a_name_may_be_in_any_read_of_the_whole) {
  EXPECT_FALSE(knows_after("read_others", ""));
  call("writer", "read_salaries", "");
  call("writer", "remember", R"("text":"x")");
  EXPECT_TRUE(knows_after("read_others", ""));
  EXPECT_FALSE(knows_after("read_others", R"("names":["Nobody"])"));
}

TEST_P(LabelledPlaces, what_was_made_is_known_by_the_name_that_its_server_gave_it) {
  call("clean", "create_note", R"("text":"x")");
  EXPECT_FALSE(knows_after("read_file", R"("note_id":101)"));
  call("writer", "read_salaries", "");
  call("writer", "create_note", R"("text":"x")");
  call("writer", "create_ticket", R"("text":"x")");
  EXPECT_TRUE(knows_after("read_file", R"("note_id":101)"));
  EXPECT_TRUE(knows_after("read_file", R"("id":"101")"));
  EXPECT_TRUE(knows_after("read_file", R"("ticket_number":4713)"));
  EXPECT_TRUE(is_known_by_uri("note://101"));
  EXPECT_TRUE(knows_after("search_notes", R"("query":"x")"));
  EXPECT_FALSE(knows_after("read_file", R"("note_id":102)"));
}

TEST_P(LabelledPlaces, what_was_made_is_known_though_the_receipt_is_withheld) {
  bench.policy =
      "rules:\n- name: r\n  effect: block\n  phase: response\n"
      "  conditions: {fact: tool.name, equals: create_note}\n";
  call("writer", "read_salaries", "");
  call("writer", "create_note", R"("text":"x")");
  EXPECT_TRUE(knows_after("read_file", R"("note_id":101)"));
}

TEST_P(LabelledPlaces, more_than_can_be_looked_at_are_all_labelled) {
  std::string paths;
  for (int i = 0; i < 70; ++i) paths += fmt::format(R"("/r/none{}.txt",)", i);
  EXPECT_FALSE(knows_after("read_file", fmt::format(R"("paths":[{}"/r/a.txt"])", paths)));
  write_salaries("/r/a.txt");
  EXPECT_TRUE(knows_after("read_file", fmt::format(R"("paths":[{}"/r/a.txt"])", paths)));
  for (int i = 70; i < 300; ++i) paths += fmt::format(R"("/r/none{}.txt",)", i);
  EXPECT_TRUE(knows_after("read_file", fmt::format(R"("paths":[{}"/r/a.txt"])", paths)));
}

TEST_P(LabelledPlaces, are_known_on_a_server_whose_word_on_reading_is_not_believed) {
  bench.config.servers[0].trust = config::Trust::kUntrusted;
  write_salaries("docs/a.txt");
  EXPECT_TRUE(is_known("docs/a.txt"));
  EXPECT_FALSE(is_known("docs/b.txt"));
  EXPECT_FALSE(knows_after("write_file", R"("path":"docs/a.txt","text":"y")"));
}

TEST_P(LabelledPlaces, a_call_that_may_write_and_read_does_not_read_what_it_wrote_itself) {
  bench.policy =
      "rules:\n- name: r\n  effect: block\n  conditions:\n    and:\n"
      "      - {fact: tool.name, in: [read_file, open_file]}\n"
      "      - {fact: response.annotations.returnMetadata.sensitivity, contains: financial}\n";
  bench.config.servers[0].trust = config::Trust::kUntrusted;
  Client client(bench, GetParam());
  EXPECT_EQ(said(client.ask("tools/call", call_of("files__read_salaries", "{}"))), "Ann,71000");
  EXPECT_EQ(said(client.ask("tools/call", call_of("files__read_file", R"({"path":"new.txt"})"))),
            "as you say");
  EXPECT_FALSE(is_failure(
      client.ask("tools/call", call_of("files__open_file", R"({"path":"docs/a.txt"})"))));
}

TEST_P(LabelledPlaces, that_a_person_took_the_label_from_bring_none_any_more) {
  write_salaries("/srv/docs/a.txt");
  write_salaries("/srv/docs/b.txt");
  call("writer", "remember", R"("text":"x")");
  EXPECT_TRUE(is_known("/srv/docs/a.txt"));
  EXPECT_TRUE(is_known_by_uri("note:///srv/docs/a.txt"));
  EXPECT_TRUE(knows_after("read_others", ""));
  lift_elsewhere({"files", "path", "/srv/docs/a.txt"});
  EXPECT_FALSE(is_known("/srv/docs/a.txt"));
  EXPECT_FALSE(is_known("docs/a.txt"));
  EXPECT_FALSE(is_known_by_uri("note:///srv/docs/a.txt"));
  EXPECT_TRUE(is_known("/srv/docs/b.txt"));
  EXPECT_TRUE(is_known("docs/b.txt"));
  EXPECT_TRUE(knows_after("read_others", ""));
  lift_elsewhere({"files", "whole", ""});
  EXPECT_FALSE(knows_after("read_others", ""));
  EXPECT_TRUE(is_known("/srv/docs/b.txt"));
  call("mover", "move_file", R"("source":"/srv/docs","destination":"/srv/old")");
  EXPECT_TRUE(is_known("/srv/old/b.txt"));
  lift_elsewhere({"files", "path", "/srv/old"});
  EXPECT_FALSE(is_known("/srv/old/b.txt"));
  write_salaries("/srv/docs/a.txt");
  EXPECT_TRUE(is_known("/srv/docs/a.txt"));
}

TEST_P(LabelledPlaces, are_labelled_by_a_write_that_ends_after_a_person_took_the_label) {
  bench.add("slow", slow_cabinet(desk), Speaks::kBoth);
  call("writer", "read_salaries", "");
  Client client(bench, GetParam());
  const auto write = client.send(
      "tools/call", R"("name":"slow__write_file","arguments":{"path":"/srv/docs/a.txt"})",
      R"("dev.touchstone/session":"writer")");
  bench.until([&] { return desk->at_work; });
  lift_elsewhere({"slow", "path", "/srv/docs/a.txt"});
  desk->open = true;
  EXPECT_EQ(said(bench.finish(write)), "done");
  const auto kept =
      stored<std::vector<model::Label>>(bench, [&](store::Done<std::vector<model::Label>> done) {
        bench.store->labels_of({{"slow", "path", "/srv/docs/a.txt"}}, std::move(done));
      });
  EXPECT_TRUE(guard::is_labelled(kept.at(0)));
}

INSTANTIATE_TEST_SUITE_P(Eras, LabelledPlaces, ::testing::Values(Era::kLegacy, Era::kModern),
                         [](const auto& param) {
                           return param.param == Era::kLegacy ? "legacy" : "modern";
                         });

}  // namespace
}  // namespace touchstone::gateway
