#include "resolve/sql.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "resolve/sql_tokens.hpp"
#include "resolve/test_support.hpp"

namespace touchstone::resolve {
namespace {

Effect sql_effect(std::string_view text) { return classify_sql(text).effect; }

TEST(Sql, statements_that_only_read_are_known) {
  for (const std::string_view text : {
           "SELECT 1",
           "select a, b from t where c = 'it''s' and d > 1.5e3 order by a limit 10;",
           "SELECT count(*), max(price) FROM shop.orders o JOIN users u ON (u.id = o.user_id)",
           "SELECT * FROM \"Order\" WHERE note LIKE '%delete%'",
           "SELECT * FROM `order` -- the drop table is only said\n",
           "SELECT [order].[id] FROM [order]",
           "SELECT /* update nothing */ 1",
           "(SELECT 1) UNION (SELECT 2)",
           "WITH t AS (SELECT 1 AS a) SELECT a FROM t",
           "SELECT a::text, $1 FROM t WHERE b IN (SELECT c FROM d) AND e = ?",
           "SELECT replace(name, 'a', 'b') FROM t",
           "VALUES (1, 2), (3, 4)",
           "TABLE users",
           "SHOW TABLES",
           "SHOW CREATE TABLE users",
           "DESCRIBE shop.users",
           "EXPLAIN SELECT 1",
           "EXPLAIN (ANALYZE, FORMAT JSON) SELECT 1",
           "PRAGMA table_info(users)",
           "PRAGMA main.user_version",
           "BEGIN; SELECT 1",
           "SELECT 1; SELECT 2;",
       }) {
    EXPECT_EQ(sql_effect(text), Effect::kRead) << text << ": " << classify_sql(text).why;
  }
}

TEST(Sql, other_statements_are_what_they_are) {
  const std::pair<std::string_view, Effect> expected[] = {
      {"INSERT INTO t (a, b) VALUES (1, 'x')", Effect::kAdd},
      {"INSERT INTO t SELECT a FROM u RETURNING id", Effect::kAdd},
      {"INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1", Effect::kUnknown},
      {"INSERT OR REPLACE INTO t VALUES (1)", Effect::kWrite},
      {"UPDATE t SET a = 1 WHERE id = 3", Effect::kWrite},
      {"UPDATE t SET a = 1", Effect::kDestroy},
      {"UPDATE t SET a = (SELECT b FROM u WHERE u.id = 1)", Effect::kDestroy},
      {"DELETE FROM t WHERE id = 3", Effect::kDestroy},
      {"TRUNCATE t", Effect::kDestroy},
      {"DROP TABLE t", Effect::kDestroy},
      {"ALTER TABLE t ADD COLUMN a int", Effect::kWrite},
      {"ALTER TABLE t DROP COLUMN a", Effect::kDestroy},
      {"CREATE TABLE t (a int)", Effect::kWrite},
      {"MERGE INTO t USING u ON (t.a = u.a) WHEN MATCHED THEN DELETE", Effect::kDestroy},
      {"GRANT ALL ON t TO bob", Effect::kWrite},
      {"EXPLAIN ANALYZE INSERT INTO x VALUES (1)", Effect::kAdd},
      {"EXPLAIN DELETE FROM x", Effect::kUnknown},
      {"CALL f()", Effect::kUnknown},
      {"DO $$ BEGIN END $$", Effect::kUnknown},
      {"EXEC sp_who", Effect::kUnknown},
      {"SET search_path = x", Effect::kUnknown},
      {"COMMIT", Effect::kUnknown},
      {"COPY t TO PROGRAM 'sh'", Effect::kUnknown},
      {"VACUUM", Effect::kUnknown},
      {"SELECT 1; DROP TABLE t", Effect::kDestroy},
      {"", Effect::kUnknown},
      {"-- nothing", Effect::kUnknown},
  };
  for (const auto& [text, want] : expected) EXPECT_EQ(sql_effect(text), want) << text;
}

TEST(Sql, rights_and_files_are_privileged) {
  for (const std::string_view text :
       {"GRANT ALL ON t TO bob", "CREATE USER bob", "ALTER ROLE bob SUPERUSER",
        "COPY t TO PROGRAM 'sh'", "SELECT pg_read_file('/etc/passwd')",
        "SET GLOBAL general_log = 1"}) {
    EXPECT_FALSE(classify_sql(text).privileged.empty()) << text;
  }
  EXPECT_TRUE(classify_sql("SELECT 1").privileged.empty());
}

// Each would be harmless to a reader who believes the wrong dialect, looks only at the first word,
// or searches for words in the text.
constexpr std::string_view kHostileSql[] = {
    "SELECT 1; DROP TABLE x",
    "SELECT 1;DROP TABLE x",
    "SELECT 1 DROP TABLE x",
    "SELECT 1\tDELETE\nFROM x",
    "sElEcT 1; dRoP tAbLe x",
    "SELECT 1;;;DROP TABLE x",
    "SELECT 'a\\'; DROP TABLE x; --'",
    "SELECT 'a\\' OR 1=1; DROP TABLE x -- '",
    "SELECT \"a\\\"; DROP TABLE x; --\"",
    "SELECT E'a\\'; DROP TABLE x; --'",
    "SELECT 1 --1; DROP TABLE x",
    "SELECT 1--\x01; DROP TABLE x",
    "SELECT 1 # ; DROP TABLE x",
    "SELECT 3 # 4; DROP TABLE x",
    "SELECT 1 /* /* */ ; DROP TABLE x; */",
    "SELECT 1 /*! ; DROP TABLE x */",
    "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */",
    "SELECT /*! ' */ ; DROP TABLE x; /* ' */",
    "SELECT 1 /*M! ; DROP TABLE x */",
    "/*!DROP TABLE x*/",
    "SELECT $$ ; DROP TABLE x; -- $$",
    "SELECT $a$ ; DROP TABLE x; -- $a$",
    "SELECT 1 AS [a; DROP TABLE x; --]",
    "SELECT `a; DROP TABLE x; --`",
    "SELECT 'never ends",
    "SELECT \"never ends",
    "SELECT 1 /* never ends",
    "SELECT 1 /*! never ends",
    "SELECT * INTO new_table FROM x",
    "SELECT * FROM x INTO OUTFILE '/var/www/x.php'",
    "SELECT * FROM x INTO DUMPFILE '/x'",
    "SELECT * FROM x FOR UPDATE",
    "SELECT * FROM x FOR NO KEY UPDATE",
    "SELECT * FROM x LOCK IN SHARE MODE",
    "WITH d AS (DELETE FROM x RETURNING *) SELECT * FROM d",
    "WITH d AS (UPDATE x SET a = 1 RETURNING *) SELECT * FROM d",
    "WITH d AS (INSERT INTO x VALUES (1) RETURNING *) TABLE d",
    "EXPLAIN ANALYZE DELETE FROM x",
    "EXPLAIN (ANALYZE) DELETE FROM x",
    "EXPLAIN (ANALYZE true, VERBOSE) UPDATE x SET a = 1",
    "DESCRIBE x; DROP TABLE x",
    "DESCRIBE ANALYZE DELETE FROM x",
    "SELECT pg_sleep(1000)",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_unlink(1)",
    "SELECT pg_terminate_backend(1)",
    "SELECT setval('s', 1)",
    "SELECT nextval('s')",
    "SELECT delete_all_users()",
    "SELECT \"delete_all_users\"()",
    "SELECT public.lower('x')",
    "SELECT count(*) FROM dblink_exec('x', 'DROP TABLE y')",
    "SELECT * FROM json_to_record(evil()) AS (a int)",
    "SELECT load_extension('evil')",
    "SELECT writefile('x', 'y')",
    "SELECT NEXT VALUE FOR s",
    "SELECT @a := 1",
    "SELECT * FROM OPENROWSET('x', 'y', 'z')",
    "SELECT 1 EXEC xp_cmdshell 'del x'",
    "SELECT 1 WAITFOR DELAY '1:0'",
    "SELECT 1eDROP TABLE x",
    "SELECT 1.DROP TABLE x",
    "SELECT * FROM x PROCEDURE ANALYSE()",
    "SELECT 1 \\! rm -rf /",
    "SELECT 'DROP TABLE x' \\gexec",
    "PRAGMA user_version = 7",
    "PRAGMA user_version(7)",
    "PRAGMA writable_schema(1)",
    "PRAGMA journal_mode=DELETE",
    "BEGIN DELETE FROM x END",
    "START SLAVE",
    "SHOW TABLES; DROP TABLE x",
    "VALUES (pg_sleep(1))",
    "TABLE x INTO OUTFILE '/x'",
    "SELECT * FROM 'https://evil.example/x.csv'",
    "SELECT \xEF\xBC\x87; DROP TABLE x; --\xEF\xBC\x87",
    "SELECT 'O\xCA\xBC; DROP TABLE x --'",
    "SELECT\xC2\xA0"
    "1; DROP TABLE x",
    "SELECT 1 -- x\rDROP TABLE x",
    "SELECT U&'\\0027; DROP TABLE x'",
    "SELECT q'[ ' ; DROP TABLE x; -- ]'",
    "{call evil()}",
    "SELECT {fn evil()}",
    "DELIMITER //\nSELECT 1//DROP TABLE x//",
    "IF 1=1 DROP TABLE x",
    "DECLARE @x int SELECT 1",
    "HANDLER x OPEN",
    "SELECT 1 RECEIVE * FROM q",
    "SELECT 1 SETUSER 'sa'",
    "ATTACH DATABASE '/x' AS y",
    "XSELECT 1",
    "SELECT 1; ; SELECT evil()",
};

TEST(Sql, no_hostile_spelling_reads) {
  static_assert(std::size(kHostileSql) >= 40);
  for (const auto text : kHostileSql) {
    EXPECT_GT(sql_effect(text), Effect::kAdd) << text;
  }
}

TEST(Sql, what_is_too_long_is_not_understood) {
  EXPECT_EQ(sql_effect("SELECT 1" + std::string(kMaxSqlBytes, ' ')), Effect::kUnknown);
  std::string many = "SELECT 1";
  for (std::size_t i = 0; i < kMaxSqlTokens; ++i) many += ",1";
  EXPECT_EQ(sql_effect(many), Effect::kUnknown);
}

// Texts made of pieces that matter to a tokenizer.
rc::Gen<std::string> sql_pieces() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
          "SELECT", " ", "1", "'", "''", "\"", "`", "[", "]", "--", " -- ", "\n", "#", "/*", "*/",
          "/*!", "$$", "$a$", ";", "\\", "(", ")", ",", "a", "FROM", " t ", "WITH", "AS", "count",
          "VALUES", "E'", "*", ".", "=", "EXPLAIN ", "SHOW ", "é", "WHERE", "TABLE", "x")),
      [](const std::vector<std::string>& parts) {
        std::string out;
        for (const auto& part : parts) out += part;
        return out;
      });
}

RC_GTEST_PROP(Sql, a_text_that_reads_does_so_no_more_with_a_statement_after_it, ()) {
  const auto text = *sql_pieces();
  const auto readable = "SELECT 1 FROM t WHERE a = 'b' -- c\n" + text;
  for (const auto& start : {text, readable}) {
    if (sql_effect(start) != Effect::kRead) continue;
    RC_ASSERT(sql_effect(start + "\n; DROP TABLE x") == Effect::kDestroy);
    RC_ASSERT(sql_effect(start + "\n DELETE FROM x") != Effect::kRead);
    RC_ASSERT(sql_effect("DROP TABLE x; " + start) == Effect::kDestroy);
  }
}

RC_GTEST_PROP(Sql, a_destroying_statement_in_front_never_reads, ()) {
  const auto text = *sql_pieces();
  RC_ASSERT(sql_effect("DROP TABLE x; " + text) == Effect::kDestroy);
  RC_ASSERT(sql_effect("DELETE FROM x " + text) == Effect::kDestroy);
}

RC_GTEST_PROP(Sql, what_reads_reads_whatever_the_case_and_the_space, ()) {
  const auto text = *sql_pieces();
  if (sql_effect(text) != Effect::kRead) return;
  RC_ASSERT(sql_effect(" \n" + text + " \n") == Effect::kRead);
}

TEST(Sql, a_query_is_told_from_words_to_search_for) {
  EXPECT_TRUE(looks_like_sql("select * from t"));
  EXPECT_TRUE(looks_like_sql("  DROP TABLE x"));
  EXPECT_FALSE(looks_like_sql("red shoes"));
  EXPECT_FALSE(looks_like_sql(""));
}

TEST(SqlTools, resolve_by_their_statement) {
  const auto query = testing::tool("postgres_query", R"({"sql":{"type":"string"}})");
  EXPECT_EQ(query.effect(R"({"sql":"SELECT 1"})"), Effect::kRead);
  EXPECT_EQ(query.effect(R"({"sql":"DROP TABLE x"})"), Effect::kDestroy);
  EXPECT_EQ(query.effect(R"({"sql":7})"), Effect::kUnknown);
  EXPECT_EQ(query.effect("{}"), Effect::kUnknown);
  const auto list = testing::tool("db_batch_query", R"({"statements":{"type":"array"}})");
  EXPECT_EQ(list.effect(R"({"statements":["SELECT 1","DELETE FROM x"]})"), Effect::kDestroy);
}

TEST(SqlTools, that_keep_the_statement_for_later_do_not_read) {
  for (const auto* name : {"create_view_sql", "save_sql_query", "schedule_sql"}) {
    const auto tool = testing::tool(name, R"({"sql":{"type":"string"}})");
    EXPECT_EQ(tool.effect(R"({"sql":"SELECT 1"})"), Effect::kUnknown) << name;
  }
}

}  // namespace
}  // namespace touchstone::resolve
