// For tests: documents from literals, and JSON texts made from random bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::json {

// The document of a text that must be good.
inline Document document(std::string_view text) {
  auto parsed = Parser().parse(Text::copy_of(text));
  if (!parsed) {
    ADD_FAILURE() << base::to_string(to_error(parsed.error(), "text")) << "\n" << text;
    return std::move(*Parser().parse(Text::copy_of("null")));
  }
  return std::move(*parsed);
}

// Any bytes make a JSON text: they choose what comes next until they run out.
class TextMaker {
 public:
  explicit TextMaker(std::span<const std::uint8_t> choices) : choices_(choices) {}

  std::string make() {
    space();
    value(0);
    space();
    return std::move(out_);
  }

 private:
  std::uint8_t choose(std::uint8_t options) {
    if (choices_.empty()) return 0;
    const auto choice = static_cast<std::uint8_t>(choices_.front() % options);
    choices_ = choices_.subspan(1);
    return choice;
  }

  void space() {
    constexpr std::string_view kSpace[] = {"", "", "", " ", "\n  ", "\t\r\n"};
    out_ += kSpace[choose(6)];
  }

  void value(int depth) {
    constexpr std::string_view kScalars[] = {
        "null", "true", "false", "0", "-1.5e+3", "1E400", "123456789012345678901234567890",
        "-0",   "2.50"};
    const std::uint8_t choice = choose(24);
    if (choice < 9) {
      out_ += kScalars[choice];
    } else if (choice < 12 || depth > 6) {
      string();
    } else {
      container(depth, choice < 19);
    }
  }

  void container(int depth, bool is_object) {
    out_ += is_object ? '{' : '[';
    space();
    const std::uint8_t count = choose(6);
    for (std::uint8_t i = 0; i < count; ++i) {
      if (i > 0) out_ += ',';
      space();
      if (is_object) key(i);
      value(depth + 1);
      space();
    }
    out_ += is_object ? '}' : ']';
  }

  // Made different from its neighbours by its number.
  void key(std::uint8_t number) {
    string();
    out_.insert(out_.size() - 1, std::to_string(number));
    space();
    out_ += ':';
    space();
  }

  void string() {
    constexpr std::string_view kPieces[] = {"",        "name",           "\\n",  "\\u00e9",
                                            "é",       "\\\\",           "\\\"", "/",
                                            "\\ud83d", "\\ud83d\\ude00", "{[,:", "😀"};
    out_ += '"';
    const std::uint8_t count = choose(4);
    for (std::uint8_t i = 0; i < count; ++i) out_ += kPieces[choose(12)];
    out_ += '"';
  }

  std::span<const std::uint8_t> choices_;
  std::string out_;
};

}  // namespace touchstone::json
