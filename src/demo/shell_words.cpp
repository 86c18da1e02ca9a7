#include "demo/shell_words.hpp"

#include <optional>

#include <fmt/format.h>

namespace touchstone::demo {
namespace {

constexpr std::string_view kSigns = "|&;$`<()*?\\~\n";

class Splitter {
 public:
  explicit Splitter(std::string_view line) : rest_(line) {}

  base::Result<std::vector<Word>> run() {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '\'' || c == '"') {
        if (!quoted(c)) return base::fail("a quote is not closed");
      } else if (c == ' ' || c == '\t') {
        end_word();
      } else if (c == '>') {
        redirect();
      } else if (kSigns.find(c) != std::string_view::npos) {
        return base::fail(fmt::format("this shell has no '{}'", c == '\n' ? ';' : c));
      } else {
        word().push_back(c);
      }
    }
    end_word();
    return std::move(words_);
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  std::string& word() { return word_ ? *word_ : word_.emplace(); }

  bool quoted(char quote) {
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return false;
    word().append(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return true;
  }
  void redirect() {
    end_word();
    const bool twice = rest_.starts_with('>');
    if (twice) take();
    words_.push_back({twice ? ">>" : ">", true});
  }
  void end_word() {
    if (word_) words_.push_back({std::move(*word_), false});
    word_.reset();
  }

  std::string_view rest_;
  std::optional<std::string> word_;  // "" is a word, nothing is none
  std::vector<Word> words_;
};

}  // namespace

base::Result<std::vector<Word>> split_words(std::string_view line) { return Splitter(line).run(); }

}  // namespace touchstone::demo
