#include "rpc/broken_answer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "json/lexeme.hpp"
#include "json/string.hpp"

namespace touchstone::rpc {
namespace {

constexpr std::size_t kLongestKey = 42;  // "jsonrpc", each letter escaped

// A string with its quotes, decoded; of what is no valid or too long a string, nothing.
std::string decoded(std::string_view raw) {
  if (!raw.starts_with('"') || raw.size() > kLongestKey + 2) return {};
  std::size_t end = 0;
  if (json::scan_string(raw, end) || end != raw.size()) return {};
  std::string out;
  json::append_decoded(out, raw.substr(1, raw.size() - 2));
  return out;
}

bool is_whole_id(std::string_view raw) {
  if (raw.empty()) return false;
  std::size_t end = 0;
  const bool is_digit = raw[0] >= '0' && raw[0] <= '9';
  if (raw[0] == '"') return !json::scan_string(raw, end) && end == raw.size();
  return (raw[0] == '-' || is_digit) && !json::scan_number(raw, end) && end == raw.size();
}

// What numbers, literals and their misspellings are made of. No slash: that begins a comment.
bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '+' || c == '.' || c == '_';
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::string_view run() {
    skip_space();
    if (ended() || text_[at_] != '{') return {};
    open();
    while (!in_object_.empty()) {
      skip_space();
      if (ended() || !step()) break;
    }
    return is_answer() ? id_ : std::string_view();
  }

 private:
  enum class State : std::uint8_t { kFirstKey, kKey, kFirstElement, kValue, kAfterValue };

  [[nodiscard]] bool is_answer() const {
    const bool is_no_request = !has_method_ && (has_outcome_ || in_object_.empty());
    return is_no_request && is_2_0_ && ids_ == 1 && is_whole_id(id_);
  }

  // False: from here on nothing can be told.
  bool step() {
    const char c = text_[at_];
    if (state_ == State::kAfterValue) return after_value(c);
    if (c == '}' && state_ == State::kFirstKey) return close();
    if (c == ']' && state_ == State::kFirstElement) return close();
    if (state_ == State::kFirstKey || state_ == State::kKey) return key(c);
    return value(c);
  }

  bool after_value(char c) {
    // Only now is a number known to be whole.
    if (c != ',') return c == (in_object_.back() ? '}' : ']') && close();
    settle();
    ++at_;
    state_ = in_object_.back() ? State::kKey : State::kValue;
    return true;
  }

  bool key(char c) {
    if (c != '"') return false;
    const std::size_t begin = at_;
    if (!string()) return false;
    const std::string_view raw = text_.substr(begin, at_ - begin);
    skip_space();
    if (ended() || text_[at_] != ':') return false;
    ++at_;
    state_ = State::kValue;
    if (in_object_.size() == 1) note_key(decoded(raw));
    return !has_method_;
  }

  void note_key(std::string name) {
    has_method_ |= name == "method";
    has_outcome_ |= name == "result" || name == "error";
    key_ = std::move(name);
  }

  bool value(char c) {
    if (c == '{' || c == '[') return open();
    const std::size_t begin = at_;
    if (c == '"') {
      if (!string()) return false;
    } else {
      while (!ended() && is_of_word(text_[at_])) ++at_;
      if (at_ == begin) return false;
    }
    if (in_object_.size() == 1) value_ = text_.substr(begin, at_ - begin);
    state_ = State::kAfterValue;
    return true;
  }

  bool open() {
    if (in_object_.size() >= kDeepest) return false;
    const bool is_object = text_[at_++] == '{';
    if (in_object_.size() == 1) value_ = {};
    in_object_.push_back(is_object);
    state_ = is_object ? State::kFirstKey : State::kFirstElement;
    return true;
  }
  bool close() {
    settle();
    in_object_.pop_back();
    ++at_;
    state_ = State::kAfterValue;
    return true;
  }

  // A member of the message ends here, if it is one.
  void settle() {
    if (in_object_.size() != 1) return;
    if (key_ == "id") {
      ++ids_;
      id_ = value_;
    }
    is_2_0_ |= key_ == "jsonrpc" && decoded(value_) == "2.0";
    key_.clear();
  }

  // To behind its closing quote, whatever is inside.
  bool string() {
    ++at_;
    while (!ended()) {
      at_ = std::min(text_.find_first_of("\"\\", at_), text_.size());
      if (ended()) break;
      const bool is_end = text_[at_] == '"';
      at_ = std::min(at_ + (is_end ? 1 : 2), text_.size());
      if (is_end) return true;
    }
    return false;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  [[nodiscard]] bool ended() const { return at_ >= text_.size(); }

  std::string_view text_;
  std::size_t at_ = 0;
  State state_ = State::kFirstKey;
  std::vector<bool> in_object_;  // for each open bracket, outermost first
  // Of the member of the message that is being read. The value is empty if it is nested.
  std::string key_;
  std::string_view value_;
  std::string_view id_;
  std::size_t ids_ = 0;
  bool is_2_0_ = false, has_method_ = false, has_outcome_ = false;
};

}  // namespace

std::string_view id_of_broken_answer(std::string_view text) { return Scan(text).run(); }

}  // namespace touchstone::rpc
