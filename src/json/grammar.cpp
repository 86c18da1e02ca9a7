// A machine with a handful of states and a stack of open brackets. Each step consumes one word;
// which words may come is the state. The first byte that is not allowed ends the scan, so the
// offset of a fault is exactly the length of the longest beginning that could still become JSON.
#include "json/grammar.hpp"

#include <array>
#include <span>

#include <fmt/format.h>

#include "json/lexeme.hpp"

namespace touchstone::json {
namespace {

using MaybeFault = std::optional<Fault>;

enum class State {
  kRoot,          // the outermost value
  kFirstElement,  // a value or ']'
  kElement,       // a value, after a comma
  kFirstKey,      // a key or '}'
  kKey,           // a key, after a comma
  kMemberValue,   // a value, after a colon
  kAfterValue,    // a comma or the closing bracket; after the outermost value, nothing
};

// What people and programs write where JSON has something else, or nothing.
struct Foreign {
  std::string_view word;
  std::string_view what;
};

constexpr std::array<Foreign, 14> kForeign = {{
    {"//", "comments are not JSON"},
    {"/*", "comments are not JSON"},
    {"#", "comments are not JSON"},
    {"'", "single quotes are not JSON; strings and keys take double quotes"},
    {"+", "a number cannot start with '+'"},
    {".", "a number cannot start with '.'"},
    {"NaN", "NaN is not JSON; write null"},
    {"nan", "NaN is not JSON; write null"},
    {"Infinity", "Infinity is not JSON; write null"},
    {"-Infinity", "Infinity is not JSON; write null"},
    {"undefined", "undefined is not JSON; write null"},
    {"None", "None is not JSON; write null"},
    {"True", "True is not JSON; write true"},
    {"False", "False is not JSON; write false"},
}};
constexpr std::span<const Foreign> kForeignValues = kForeign;
constexpr std::span<const Foreign> kForeignKeys = kForeignValues.first(4);
constexpr std::span<const Foreign> kForeignMarks = kForeignValues.first(3);

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class Scanner {
 public:
  Scanner(std::string_view text, std::uint32_t max_depth) : text_(text), max_depth_(max_depth) {}

  MaybeFault run();

 private:
  MaybeFault step();
  MaybeFault value();
  MaybeFault key();
  MaybeFault after_value();
  MaybeFault open(State next);
  MaybeFault close();
  MaybeFault complete(MaybeFault fault);

  void skip_space();
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  [[nodiscard]] bool in_object() const { return open_.back() == '{'; }
  [[nodiscard]] bool is_complete() const { return state_ == State::kAfterValue && open_.empty(); }
  [[nodiscard]] bool is_foreign_value() const;
  [[nodiscard]] Fault expected(std::string_view what, std::span<const Foreign> guesses) const;
  [[nodiscard]] Fault cut_off() const;

  std::string_view text_;
  std::uint32_t max_depth_;
  std::size_t at_ = 0;
  State state_ = State::kRoot;
  std::string open_;  // the brackets that are open, outermost first
};

MaybeFault Scanner::run() {
  if (text_.starts_with(kByteOrderMark)) {
    return Fault{0, "the text starts with a byte order mark, which JSON does not allow"};
  }
  skip_space();
  if (text_.empty()) return Fault{0, "the text is empty"};
  if (ended()) return Fault{at_, "the text is nothing but white space"};
  while (!is_complete()) {
    if (auto fault = step()) return fault;
    skip_space();
  }
  if (!ended()) return expected("nothing after the value", kForeignMarks);
  return {};
}

MaybeFault Scanner::step() {
  if (ended()) return cut_off();
  const char c = text_[at_];
  if (state_ == State::kAfterValue) return after_value();
  if (c == ']' && state_ == State::kFirstElement) return close();
  if (c == '}' && state_ == State::kFirstKey) return close();
  if ((c == ']' && state_ == State::kElement) || (c == '}' && state_ == State::kKey)) {
    return Fault{at_, "a trailing comma is not JSON"};
  }
  return state_ == State::kFirstKey || state_ == State::kKey ? key() : value();
}

MaybeFault Scanner::value() {
  if (is_foreign_value()) return expected("a value", kForeignValues);
  switch (text_[at_]) {
    case '{': return open(State::kFirstKey);
    case '[': return open(State::kFirstElement);
    case '"': return complete(scan_string(text_, at_));
    case 't': return complete(scan_literal(text_, at_, "true"));
    case 'f': return complete(scan_literal(text_, at_, "false"));
    case 'n': return complete(scan_literal(text_, at_, "null"));
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return complete(scan_number(text_, at_));
    default: return expected("a value", kForeignValues);
  }
}

// A key and its colon.
MaybeFault Scanner::key() {
  if (text_[at_] != '"') return expected("a key in double quotes", kForeignKeys);
  if (auto fault = scan_string(text_, at_)) return fault;
  skip_space();
  if (ended()) return cut_off();
  if (text_[at_] != ':') return expected("':' after a key", kForeignMarks);
  ++at_;
  state_ = State::kMemberValue;
  return {};
}

MaybeFault Scanner::after_value() {
  const char c = text_[at_];
  if (c == (in_object() ? '}' : ']')) return close();
  if (c != ',') {
    const auto what = in_object() ? "',' or '}' after a member" : "',' or ']' after an element";
    return expected(what, kForeignMarks);
  }
  ++at_;
  state_ = in_object() ? State::kKey : State::kElement;
  return {};
}

MaybeFault Scanner::open(State next) {
  if (open_.size() >= max_depth_) return too_deep(at_, max_depth_);
  open_ += text_[at_];
  ++at_;
  state_ = next;
  return {};
}

MaybeFault Scanner::close() {
  open_.pop_back();
  ++at_;
  return complete({});
}

MaybeFault Scanner::complete(MaybeFault fault) {
  state_ = State::kAfterValue;
  return fault;
}

void Scanner::skip_space() {
  while (!ended()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
    ++at_;
  }
}

// Foreign words that begin like JSON's own, and would be blamed on their second letter.
bool Scanner::is_foreign_value() const {
  const std::string_view rest = text_.substr(at_);
  return rest.starts_with("nan") || rest.starts_with("-Infinity");
}

Fault Scanner::expected(std::string_view what, std::span<const Foreign> guesses) const {
  for (const Foreign& foreign : guesses) {
    if (text_.substr(at_).starts_with(foreign.word)) return {at_, std::string(foreign.what)};
  }
  return {at_, fmt::format("expected {}, found {}", what, describe(text_, at_))};
}

Fault Scanner::cut_off() const {
  const auto* what =
      in_object() ? "the text ends inside an object" : "the text ends inside an array";
  return {text_.size(), what};
}

}  // namespace

Fault too_deep(std::size_t offset, std::uint32_t max_depth) {
  return {offset, fmt::format("nested deeper than the limit of {}", max_depth)};
}

std::optional<Fault> find_fault(std::string_view text, std::uint32_t max_depth) {
  return Scanner(text, max_depth).run();
}

}  // namespace touchstone::json
