#include "resolve/sql_tables.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "resolve/sql_tokens.hpp"

namespace touchstone::resolve {
namespace {

using Kind = SqlToken::Kind;

constexpr std::string_view kBeforeTables = "FROM JOIN INTO UPDATE TABLE";
constexpr std::string_view kBetween = "IF NOT EXISTS ONLY LATERAL IGNORE OR TABLE";
constexpr std::string_view kAfterTables =
    "WHERE GROUP ORDER HAVING LIMIT UNION SET VALUES SELECT JOIN ON INNER LEFT RIGHT FULL CROSS";

class TableFinder {
 public:
  explicit TableFinder(std::span<const SqlToken> tokens) : tokens_(tokens) {}

  SqlTables run() && {
    while (at_ < tokens_.size()) {
      const SqlToken& token = tokens_[at_++];
      if (token.kind == Kind::kWord && base::has_word(kBeforeTables, token.text)) read_list();
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_name() const {
    if (at_ >= tokens_.size()) return false;
    const SqlToken& token = tokens_[at_];
    return token.kind == Kind::kName ||
           (token.kind == Kind::kWord && !base::has_word(kAfterTables, token.text));
  }
  [[nodiscard]] bool is_sign(std::string_view sign) const {
    return at_ < tokens_.size() && tokens_[at_].is_sign(sign);
  }

  // a, main.b AS x, "c" y
  void read_list() {
    do {
      while (at_ < tokens_.size() && tokens_[at_].kind == Kind::kWord &&
             base::has_word(kBetween, tokens_[at_].text))
        ++at_;
      if (!is_name()) return;
      read_table();
      while (is_name() && !base::has_word(kBeforeTables, tokens_[at_].text)) ++at_;  // AS x
    } while (is_sign(",") && ++at_ < tokens_.size());
  }

  void read_table() {
    std::string whole = tokens_[at_].text;
    std::string last = tokens_[at_++].text;
    while (is_sign(".") && at_ + 1 < tokens_.size()) {
      ++at_;
      if (!is_name()) break;
      last = tokens_[at_++].text;
      whole.append(".").append(last);
    }
    if (whole != last) add(std::move(whole));
    add(std::move(last));
  }

  void add(std::string name) {
    out_.too_many = out_.too_many || out_.names.size() >= kMaxSqlTables;
    if (!out_.too_many && !name.empty()) out_.names.push_back(std::move(name));
  }

  std::span<const SqlToken> tokens_;
  std::size_t at_ = 0;
  SqlTables out_;
};

}  // namespace

SqlTables tables_in_sql(std::string_view text) {
  const auto read = read_sql(text);
  auto out = TableFinder(read.tokens).run();
  out.too_many = out.too_many || text.size() > kMaxSqlBytes || read.tokens.size() >= kMaxSqlTokens;
  return out;
}

}  // namespace touchstone::resolve
