#include "cli/style.hpp"

#include <array>

#include <fmt/format.h>

namespace touchstone::cli {
namespace {

constexpr std::string_view kRed = "31";
constexpr std::string_view kGreen = "32";
constexpr std::string_view kYellow = "33";
constexpr std::string_view kBoldRed = "1;31";
constexpr std::string_view kCyan = "36";

}  // namespace

std::string Style::paint(std::string_view code, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Style::paint(model::Severity severity, std::string_view text) const {
  constexpr std::array kColours{kCyan, kYellow, kRed};
  return paint(kColours[static_cast<std::size_t>(severity)], text);
}

std::string Style::paint(model::Risk risk, std::string_view text) const {
  constexpr std::array kColours{kGreen, kYellow, kRed, kBoldRed};
  return paint(kColours[static_cast<std::size_t>(risk)], text);
}

std::string Style::paint(model::Tier tier, std::string_view text) const {
  constexpr std::array kColours{kGreen, kYellow, kRed};
  return paint(kColours[static_cast<std::size_t>(tier)], text);
}

std::string Style::paint(pin::Grade grade, std::string_view text) const {
  constexpr std::array kColours{kGreen, kCyan, kYellow, kBoldRed};
  return paint(kColours[static_cast<std::size_t>(grade)], text);
}

}  // namespace touchstone::cli
