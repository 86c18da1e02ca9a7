#include "resolve/sql.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <fmt/format.h>

#include "base/text.hpp"
#include "resolve/sql_tokens.hpp"
#include "resolve/sql_words.hpp"

namespace touchstone::resolve {
namespace {

using base::has_word;
using Kind = SqlToken::Kind;
using Statement = std::span<const SqlToken>;

std::string_view word_at(Statement statement, std::size_t at) {
  const bool word = at < statement.size() && statement[at].kind == Kind::kWord;
  return word ? std::string_view(statement[at].text) : std::string_view();
}

bool is_sign_at(Statement statement, std::size_t at, std::string_view sign) {
  return at < statement.size() && statement[at].is_sign(sign);
}

bool mentions(Statement statement, std::string_view words) {
  return std::ranges::any_of(statement, [&](const SqlToken& token) {
    return token.kind == Kind::kWord && has_word(words, token.text);
  });
}

void note_privileges(Statement statement, Verdict& out) {
  const bool defines = has_word("CREATE ALTER DROP SET", word_at(statement, 0));
  for (const auto& token : statement) {
    if (token.kind != Kind::kWord || !out.privileged.empty()) continue;
    if (!has_word(kPrivilegedWords, token.text) &&
        !(defines && has_word(kRightsObjects, token.text))) {
      continue;
    }
    out.privileged = fmt::format("SQL word {}", token.text);
  }
}

// A word that begins a statement, wherever it stands.
void judge_word(Statement statement, std::size_t at, Verdict& out) {
  const auto word = word_at(statement, at);
  if (has_word(kDestroyingWords, word)) {
    out.worsen(Effect::kDestroy, fmt::format("SQL {}", word));
  } else if (has_word(kWritingWords, word) &&
             !(word == "REPLACE" && is_sign_at(statement, at + 1, "("))) {
    out.worsen(Effect::kWrite, fmt::format("SQL {}", word));
  } else if (has_word(kOtherActs, word)) {
    out.worsen(Effect::kUnknown, fmt::format("SQL word {} inside a statement", word));
  }
}

// A name before a bracket is a call, and only of functions that compute do we know what happens.
void judge_call(Statement statement, std::size_t at, Verdict& out) {
  if (!is_sign_at(statement, at + 1, "(")) return;
  const auto& token = statement[at];
  if (token.kind == Kind::kName || token.kind == Kind::kString) {
    out.worsen(Effect::kUnknown, "calls a function with a quoted name");
  } else if (token.kind == Kind::kWord) {
    const bool qualified = at > 0 && statement[at - 1].is_sign(".");
    const bool known = has_word(kBeforeBracket, token.text) || has_word(kPureFunctions, token.text);
    if (!known || qualified) {
      out.worsen(Effect::kUnknown,
                 fmt::format("calls {}(), which may do anything", shown(token.text)));
    }
  }
}

// DuckDB and others take a string for a file or a URL to read from.
void judge_source(Statement statement, std::size_t at, Verdict& out) {
  if (statement[at].kind != Kind::kString || at == 0) return;
  if (has_word("FROM JOIN TABLE", word_at(statement, at - 1))) {
    out.worsen(Effect::kUnknown, "takes rows from what a string names");
  }
}

void judge_body(Statement statement, std::size_t from, Verdict& out) {
  for (std::size_t at = from; at < statement.size(); ++at) {
    judge_word(statement, at, out);
    judge_call(statement, at, out);
    judge_source(statement, at, out);
  }
}

Verdict on_query(Statement statement) {
  auto out = verdict(Effect::kRead, fmt::format("SQL {}", word_at(statement, 0)));
  judge_body(statement, 1, out);
  return out;
}

Verdict on_with(Statement statement) {
  auto out = on_query(statement);
  if (!mentions(statement, "SELECT VALUES")) out.worsen(Effect::kUnknown, "SQL WITH of nothing");
  return out;
}

// Where brackets are closed: UPDATE t SET a = (SELECT … WHERE …) has no WHERE of its own.
bool has_own_where(Statement statement) {
  int depth = 0;
  for (const auto& token : statement) {
    if (token.is_sign("(")) ++depth;
    if (token.is_sign(")")) --depth;
    if (depth == 0 && token.is_word("WHERE")) return true;
  }
  return false;
}

Verdict on_update(Statement statement) {
  auto out = verdict(Effect::kWrite, "SQL UPDATE");
  if (!has_own_where(statement)) out.worsen(Effect::kDestroy, "SQL UPDATE without WHERE");
  for (std::size_t at = 1; at < statement.size(); ++at) {
    if (word_at(statement, at) != "SET") judge_word(statement, at, out);
    judge_call(statement, at, out);
  }
  return out;
}

std::size_t after_brackets(Statement statement, std::size_t at) {
  if (!is_sign_at(statement, at, "(")) return at;
  while (at < statement.size() && !statement[at].is_sign(")")) ++at;
  return at + 1;
}

std::size_t after_path(Statement statement, std::size_t at) {
  const auto is_name = [&](std::size_t i) {
    return i < statement.size() &&
           (statement[i].kind == Kind::kWord || statement[i].kind == Kind::kName);
  };
  if (is_name(at)) ++at;
  while (is_sign_at(statement, at, ".") && is_name(at + 1)) at += 2;
  return at;
}

// INSERT INTO t (a, b) followed by rows that only compute: nothing that was there is touched.
Verdict on_insert(Statement statement) {
  if (word_at(statement, 1) != "INTO") return verdict(Effect::kWrite, "SQL INSERT");
  const auto rows = after_brackets(statement, after_path(statement, 2));
  auto out = verdict(Effect::kAdd, "SQL INSERT");
  if (!has_word("VALUES SELECT WITH DEFAULT", word_at(statement, rows))) {
    out.worsen(Effect::kWrite, "SQL INSERT of an unusual kind");
  }
  judge_body(statement, rows, out);
  return out;
}

Verdict on_show(Statement statement) {
  auto out = verdict(Effect::kRead, "SQL SHOW");
  // SHOW CREATE TABLE t and SHOW PROCEDURE STATUS only tell.
  const bool asks = has_word("CREATE PROCEDURE", word_at(statement, 1));
  judge_body(statement, asks ? 2 : 1, out);
  return out;
}

Verdict on_describe(Statement statement) {
  auto out = verdict(Effect::kRead, "SQL DESCRIBE");
  const std::size_t name = has_word("TABLE VIEW SCHEMA DATABASE", word_at(statement, 1)) ? 2 : 1;
  if (after_path(statement, name) != statement.size() || statement.size() < 2) {
    out.worsen(Effect::kUnknown, "SQL DESCRIBE of more than a name");
  }
  judge_body(statement, 1, out);
  return out;
}

Verdict on_pragma(Statement statement) {
  const auto end = after_path(statement, 1);
  const auto name = end > 1 ? word_at(statement, end - 1) : std::string_view();
  auto out = verdict(Effect::kRead, fmt::format("SQL PRAGMA {}", name));
  const bool alone = end == statement.size();
  const bool bracketed = is_sign_at(statement, end, "(") && end + 3 == statement.size() &&
                         is_sign_at(statement, end + 2, ")");
  const bool asks = has_word(kAskingPragmas, name) && (alone || bracketed);
  if (!asks && !(has_word(kAskingAlonePragmas, name) && alone)) {
    out.worsen(Effect::kUnknown, fmt::format("SQL PRAGMA {} may change a setting", shown(name)));
  }
  return out;
}

Verdict on_transaction(Statement statement) {
  auto out = verdict(Effect::kRead, "begins a transaction");
  for (std::size_t at = 0; at < statement.size(); ++at) {
    if (!has_word(kTransactionStart, word_at(statement, at))) {
      out.worsen(Effect::kUnknown, "SQL BEGIN with more behind it");
    }
  }
  return out;
}

Verdict on_alter(Statement statement) {
  auto out = verdict(Effect::kWrite, fmt::format("SQL {}", word_at(statement, 0)));
  if (mentions(statement, kDestroyingWords)) out.worsen(Effect::kDestroy, "SQL ALTER with DROP");
  return out;
}

Verdict on_destroy(Statement statement) {
  return verdict(Effect::kDestroy, fmt::format("SQL {}", word_at(statement, 0)));
}

Verdict classify(Statement statement);

// EXPLAIN of what reads is reading. Of anything else it says nothing unless it executes: dialects
// differ in what they do while planning.
Verdict on_explain(Statement statement) {
  std::size_t at = 1;
  bool executes = false;
  for (; at < statement.size(); ++at) {
    const auto word = word_at(statement, at);
    const bool sign = statement[at].kind == Kind::kSign && has_word("( ) , =", statement[at].text);
    if (!sign && !has_word(kExplainOptions, word)) break;
    executes = executes || has_word("ANALYZE ANALYSE", word);
  }
  // One level only: no dialect explains an explanation.
  if (at >= statement.size() || has_word("EXPLAIN DESCRIBE DESC", word_at(statement, at))) {
    return verdict(Effect::kUnknown, "SQL EXPLAIN of nothing");
  }
  auto out = classify(statement.subspan(at));
  if (out.effect == Effect::kRead || executes) return out;
  if (out.effect == Effect::kUnknown) return out;
  return verdict(Effect::kUnknown, "SQL EXPLAIN of a statement that writes");
}

struct StatementKind {
  std::string_view words;
  Verdict (*judge)(Statement);
};
constexpr std::array kStatements{
    StatementKind{"SELECT VALUES TABLE", on_query},
    StatementKind{"WITH", on_with},
    StatementKind{"SHOW", on_show},
    StatementKind{"DESCRIBE DESC", on_describe},
    StatementKind{"EXPLAIN", on_explain},
    StatementKind{"PRAGMA", on_pragma},
    StatementKind{"BEGIN START", on_transaction},
    StatementKind{"INSERT", on_insert},
    StatementKind{"UPDATE", on_update},
    StatementKind{"DELETE DROP TRUNCATE PURGE SHUTDOWN KILL", on_destroy},
    StatementKind{"ALTER CREATE RENAME GRANT REVOKE DENY MERGE REPLACE UPSERT COMMENT", on_alter},
};

Verdict classify(Statement statement) {
  std::size_t first = 0;
  while (is_sign_at(statement, first, "(")) ++first;  // (SELECT …) UNION (SELECT …)
  const auto word = word_at(statement, first);
  for (const auto& kind : kStatements) {
    if (!has_word(kind.words, word)) continue;
    if (first > 0 && word != "SELECT" && word != "VALUES") break;
    return kind.judge(statement.subspan(first));
  }
  auto out = verdict(Effect::kUnknown, fmt::format("SQL statement {} is not understood",
                                                   shown(word.empty() ? "?" : word)));
  if (mentions(statement, kDestroyingWords)) out.worsen(Effect::kDestroy, "SQL that may destroy");
  return out;
}

// Calls `each` for every statement that is not empty.
template <typename Each>
void for_each_statement(Statement tokens, Each each) {
  while (!tokens.empty()) {
    const auto end = std::ranges::find_if(tokens, [](const auto& t) { return t.is_sign(";"); });
    const auto length = static_cast<std::size_t>(end - tokens.begin());
    if (length > 0) each(tokens.first(length));
    tokens = tokens.subspan(std::min(length + 1, tokens.size()));
  }
}

}  // namespace

Verdict classify_sql(std::string_view text) {
  const auto read = read_sql(text);
  Verdict out;
  bool any = false;
  for_each_statement(read.tokens, [&](Statement statement) {
    auto one = classify(statement);
    note_privileges(statement, one);
    out.join(one);
    any = true;
  });
  if (!any) out.worsen(Effect::kUnknown, "there is no SQL statement");
  if (!read.doubt.empty()) {
    out.worsen(Effect::kUnknown,
               fmt::format("databases may read the SQL differently: {}", read.doubt));
  }
  return out;
}

bool looks_like_sql(std::string_view text) {
  constexpr std::size_t kEnough = 256;
  const auto read = read_sql(text.substr(0, kEnough), 1);
  const auto is_statement = [&](const SqlToken& token) {
    return token.kind == Kind::kWord && std::ranges::any_of(kStatements, [&](const auto& kind) {
             return has_word(kind.words, token.text);
           });
  };
  return !read.tokens.empty() && is_statement(read.tokens.front());
}

}  // namespace touchstone::resolve
