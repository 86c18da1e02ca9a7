#include <csignal>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "model/label_bytes.hpp"
#include "store/schema.hpp"
#include "store/test_support.hpp"

namespace touchstone::store {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_to(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
mode_t mode_of(const std::string& path) {
  struct stat found = {};
  EXPECT_EQ(::stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777U;
}
// Some sessions and decisions, closed in good order.
void fill(const std::string& path, int sessions = 40) {
  const auto store = opened_store(at(path));
  const Calls calls(*store);
  for (int i = 0; i < sessions; ++i) {
    auto memory = seen(fmt::format("s{}", i), label_from("mcp://a"));
    memory.decisions.push_back({.at = noon(i), .kind = "call", .effect = "allow"});
    must(calls.remember(memory));
  }
}
std::string error_at(const std::string& path) {
  const auto store = open_sqlite(at(path));
  return store ? "none" : base::to_line(store.error());
}
void run_in(const std::string& path, const std::string& sql) {
  auto database = Database::open(path, Span(1'000));
  ASSERT_TRUE(database);
  must(database->script(sql));
}

TEST(StoreFile, that_is_removed_or_replaced_while_in_use_takes_nothing_any_more) {
  const Folder folder;
  const auto path = folder.file();
  const auto store = opened_store(at(path));
  const Calls calls(*store);
  must(calls.remember(seen("s1", label_from("mcp://a"))));
  std::filesystem::rename(path, path + ".away");
  const auto removed = calls.remember(seen("s2", label_from("mcp://a")));
  ASSERT_FALSE(removed);
  EXPECT_THAT(base::to_line(removed.error()), ::testing::HasSubstr("restart the gateway"));
  EXPECT_FALSE(calls.session("s1")) << "what is read there is not what others see";
  write_to(path, content_of(path + ".away"));
  EXPECT_FALSE(calls.remember(seen("s2", label_from("mcp://a"))));
  std::filesystem::rename(path + ".away", path);
  EXPECT_TRUE(calls.remember(seen("s2", label_from("mcp://a"))));
  EXPECT_TRUE(must(calls.session("s2")));
}

TEST(StoreFile, is_its_owners_alone_and_so_is_its_folder) {
  const Folder folder;
  const auto path = folder.file("deep/er/store.db");
  const auto store = opened_store(at(path));
  must(Calls(*store).open(ann()));
  EXPECT_EQ(mode_of(path), 0600U);
  EXPECT_EQ(mode_of(path + "-wal"), 0600U);
  EXPECT_EQ(mode_of(folder.file("deep")), 0700U);
  EXPECT_EQ(mode_of(folder.file("deep/er")), 0700U);
}

TEST(StoreFile, keeps_everything_when_it_is_opened_again) {
  const Folder folder;
  fill(folder.file());
  const auto store = opened_store(at(folder.file()));
  EXPECT_EQ(must(Calls(*store).sessions()).size(), 40U);
  EXPECT_EQ(must(Calls(*store).session("s7"))->label, label_from("mcp://a"));
}

TEST(StoreFile, may_have_any_name) {
  const Folder folder;
  for (const auto* name : {"a b", "file:x?mode=memory", "ü'\"%", "-x"}) {
    fill(folder.file(name), 1);
    const auto store = opened_store(at(folder.file(name)));
    EXPECT_EQ(must(Calls(*store).sessions()).size(), 1U) << name;
  }
}

TEST(StoreFile, that_is_empty_is_an_error_and_never_an_empty_store) {
  const Folder folder;
  write_to(folder.file(), "");
  EXPECT_THAT(error_at(folder.file()), testing::HasSubstr("cut off"));
  EXPECT_EQ(content_of(folder.file()), "");
}

TEST(StoreFile, that_is_something_else_is_an_error_and_stays_as_it_is) {
  const Folder folder;
  const auto text = std::string(10'000, 'x');
  write_to(folder.file(), text);
  EXPECT_THAT(error_at(folder.file()), testing::HasSubstr("no SQLite database"));
  EXPECT_EQ(content_of(folder.file()), text);
}

TEST(StoreFile, that_was_cut_off_anywhere_is_an_error) {
  const Folder folder;
  fill(folder.file());
  const auto whole = content_of(folder.file());
  ASSERT_GT(whole.size(), 50'000U);
  for (std::size_t size = 0; size < whole.size(); size += 1'777) {
    write_to(folder.file(), whole.substr(0, size));
    EXPECT_NE(error_at(folder.file()), "none") << size;
  }
}

// Nothing but an error, or what was written: a damaged byte may also be one that nobody uses.
TEST(StoreFile, with_damaged_bytes_never_crashes_and_never_turns_up_empty) {
  const Folder folder;
  fill(folder.file());
  const auto whole = content_of(folder.file());
  EXPECT_TRUE(rc::check([&] {
    auto bytes = whole;
    for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
      bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    }
    write_to(folder.file(), bytes);
    const auto store = open_sqlite(at(folder.file()));
    if (!store) return;
    const auto sessions = Calls(**store).sessions();
    RC_ASSERT(!sessions || !sessions->empty());
    static_cast<void>(Calls(**store).decisions());
    static_cast<void>(Calls(**store).remember(seen("s1", label_from("mcp://b"))));
  }));
}

TEST(StoreFile, of_another_program_is_an_error) {
  const Folder folder;
  write_to(folder.file("new"), "");
  run_in(folder.file("new"), "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  EXPECT_THAT(error_at(folder.file("new")), testing::HasSubstr("another program"));
}

TEST(StoreFile, of_a_later_version_is_an_error) {
  const Folder folder;
  fill(folder.file(), 1);
  run_in(folder.file(), "PRAGMA user_version = 99");
  EXPECT_THAT(error_at(folder.file()), testing::HasSubstr("later version"));
}

TEST(StoreFile, of_an_earlier_version_is_brought_up_to_date) {
  const Folder folder;
  make_store_of(1, folder.file());
  run_in(folder.file(),
         "INSERT INTO sessions (key, principal, route, client, created, last_seen, label, legs, "
         "calls) VALUES ('s1', 'ann', '/mcp', 'test', 0, 0, x'', 0, 5)");
  run_in(folder.file(), "UPDATE sessions SET label = " + sql_of(label_from("mcp://a")));
  run_in(folder.file(), "UPDATE sqlite_sequence SET seq = 50");  // later ones have come and gone
  const auto store = open_sqlite(at(folder.file()));
  ASSERT_TRUE(store) << base::to_string(store.error());
  const Calls calls(**store);
  EXPECT_EQ(must(calls.open(ann("s2")))->number, 51U);
  auto memory = seen("s1", label_from("mcp://b"));
  memory.session->flow = "piece";
  EXPECT_EQ(must(calls.remember(memory)).calls, 5U);
  const auto session = must(calls.session("s1"));
  EXPECT_THAT(session->label.attribution.uris(), testing::ElementsAre("mcp://a", "mcp://b"));
  EXPECT_THAT(session->flow, testing::ElementsAre(FlowPiece{5, "piece"}));
}

// Up to version 5 nobody kept what a person was told about data.
TEST(StoreFile, of_version_5_has_grants_for_once_and_no_others) {
  const Folder folder;
  make_store_of(5, folder.file());
  for (const auto* scope : {"once", "session", "shape"}) {
    run_in(folder.file(),
           fmt::format("INSERT INTO tickets (id, nonce, principal, session, server, tool, "
                       "arguments, shape, pin, policy, rules, prompt, asked, expires, state, "
                       "scope, answered_by) VALUES ('{0}', '{0}', 'ann', 's1', 'mail', '{0}', "
                       "'arguments', 'shape', 'pin', 'policy', '', '{{}}', {1}, {2}, 'allowed', "
                       "'{0}', 'ann')",
                       scope, to_ms(noon()), to_ms(noon(60))));
  }
  const auto store = opened_store(at(folder.file()));
  const Calls calls(*store);
  for (const auto* scope : {"once", "session", "shape"}) {
    auto call = question("").binding;
    call.tool = scope;
    EXPECT_EQ(must(calls.grant(call)).has_value(), scope == std::string_view("once")) << scope;
    EXPECT_EQ(must(calls.ticket(scope))->binding.seen, "");
  }
}

TEST(StoreFile, with_a_table_missing_fails_and_does_not_make_it) {
  const Folder folder;
  fill(folder.file(), 1);
  run_in(folder.file(), "DROP TABLE session_names");
  const auto store = open_sqlite(at(folder.file()));
  if (store) EXPECT_FALSE(Calls(**store).sessions());
}

TEST(StoreFile, that_is_gone_while_its_log_is_there_is_an_error) {
  const Folder folder;
  write_to(folder.file() + "-wal", "something");
  EXPECT_THAT(error_at(folder.file()), testing::HasSubstr("log is still there"));
}

TEST(StoreFile, in_a_place_where_nothing_can_be_made_is_an_error) {
  const Folder folder;
  write_to(folder.file("file"), "x");
  EXPECT_NE(error_at(folder.file("file/store.db")), "none");
  EXPECT_NE(error_at("/proc/store.db"), "none");
  EXPECT_NE(error_at(""), "none");
  EXPECT_NE(error_at(folder.file("")), "none") << "a folder";
}

TEST(StoreFile, that_another_holds_locked_is_an_error_after_a_while_and_then_works_again) {
  const Folder folder;
  fill(folder.file(), 1);
  auto options = at(folder.file());
  options.busy_wait = std::chrono::milliseconds(50);
  const auto store = opened_store(options);
  const Calls calls(*store);
  {
    auto other = Database::open(folder.file(), Span(0));
    ASSERT_TRUE(other);
    must(other->script("BEGIN IMMEDIATE"));
    const auto failed = calls.remember(seen("s1", label_from("mcp://b")));
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().what, testing::HasSubstr("locked"));
    EXPECT_TRUE(calls.session("s0")) << "reading goes on";
  }
  EXPECT_TRUE(calls.remember(seen("s1", label_from("mcp://b"))));
}

TEST(StoreFile, on_a_full_disk_fails_and_keeps_what_it_had) {
  const Folder folder;
  fill(folder.file(), 2);
  const auto store = opened_store(at(folder.file()));
  const Calls calls(*store);
  // As near to a full disk as one gets without one: no page more than there are.
  struct rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 256 << 10;
  const auto old = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  bool failed = false;
  std::size_t kept = 0;
  for (int i = 0; i < 100 && !failed; ++i) {
    auto memory = seen(fmt::format("n{}", i), label_from(std::string(20'000, 'x')));
    failed = !calls.remember(memory);
    if (!failed) ++kept;
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, old);
  EXPECT_TRUE(failed);
  EXPECT_EQ(must(calls.sessions()).size(), kept + 2) << "what was said to be kept is";
  EXPECT_TRUE(calls.remember(seen("after", label_from("mcp://a")))) << "there is room again";
}

}  // namespace
}  // namespace touchstone::store
