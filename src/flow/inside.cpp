#include "flow/inside.hpp"

#include <algorithm>

#include "flow/accounts.hpp"
#include "flow/word_readings.hpp"

namespace touchstone::flow {
namespace {

// Of a word that is something itself only what leads somewhere else.
constexpr bool leads_away(Kind kind) {
  return kind == Kind::kUrl || kind == Kind::kHost || kind == Kind::kMail || kind == Kind::kAccount;
}

class InsideReader {
 public:
  InsideReader(std::string_view text, const Word& word, std::vector<Inside>& out)
      : text_(text), word_(word), out_(out) {}

  void run() {
    if (word_.numbers) {
      each_account(iban_in);
      each_account(coin_in);
    }
    if (word_.depth >= kMaxDepth) return;
    if (word_.kind == Kind::kText || word_.kind == Kind::kChannel) {
      read(behind_label(text_, word_.begin, word_.end));
    }
    if (word_.kind == Kind::kUrl) {
      read(handed_on(text_, word_.begin, word_.end));
      read(hosts_on_path(text_, word_.begin, word_.end));
    }
    if (word_.kind == Kind::kMail) read(remote_copy(text_, word_.begin, word_.end));
    if (word_.escapes) read(without_escapes(text_, word_.begin, word_.end));
    if (word_.address) read(mended(text_, word_.raw_begin, word_.raw_end));
  }

 private:
  template <typename Find>
  void each_account(const Find& find) {
    for (auto at = word_.begin; at < word_.end;) {
      const auto found = find(text_, at, word_.end, normal_);
      if (!found) return;
      put(found.kind, found.begin, found.end, normal_);
      at = std::max(at + 1, found.end);
    }
  }
  void read(const Reading& reading) {
    if (reading.words.empty()) return;
    TokenReader reader(reading.words, word_.depth + 1);
    while (const auto token = reader.next()) {
      if (word_.kind == Kind::kText || leads_away(token->kind))
        put(token->kind, reading.begin, reading.end, token->normal);
    }
  }
  void put(Kind kind, std::size_t begin, std::size_t end, std::string_view normal) {
    const bool is_known =
        normal == word_.normal || std::ranges::find(out_, normal, &Inside::normal) != out_.end();
    if (!is_known) out_.push_back({kind, begin, end, std::string(normal)});
  }

  std::string_view text_;
  const Word& word_;
  std::vector<Inside>& out_;
  std::string normal_;
};

}  // namespace

void append_inside(std::string_view text, const Word& word, std::vector<Inside>& out) {
  InsideReader(text, word, out).run();
}

}  // namespace touchstone::flow
