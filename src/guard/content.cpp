#include "guard/content.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace touchstone::guard {
namespace {

constexpr std::array<std::string_view, 3> kHolders{"content", "contents", "messages"};

}  // namespace

void each_text(json::View result, const std::function<void(std::string_view)>& take) {
  std::string scratch;
  for (const std::string_view key : kHolders) {
    for (const json::View block : result.find(key).elements()) {
      const json::View inner = block.find("content");
      const json::View part = inner ? inner : block;
      const json::View resource = part.find("resource");
      const json::View text = resource ? resource.find("text") : part.find("text");
      if (const auto words = text.as_string(scratch)) take(*words);
    }
  }
}

std::string text_of(json::View result) {
  std::string all;
  bool any = false;
  each_text(result, [&](std::string_view text) {
    if (any) all += '\n';
    all += text;
    any = true;
  });
  if (any) return all;
  if (const json::View structured = result.find("structuredContent"))
    return std::string(structured.raw());
  if (auto message = result.find("message").as_string()) return std::move(*message);
  return std::string(result.raw());
}

// Of a result that has its texts nowhere we know, all is remembered.
void remember_content(flow::Memory& memory, json::View result, flow::SourceId source,
                      flow::Form form) {
  each_text(result, [&](std::string_view text) { memory.remember(text, source, form); });
  const json::View structured = result.find("structuredContent");
  if (structured) memory.remember(structured, source, form);
  const auto message = result.find("message").as_string();
  if (message) memory.remember(*message, source, form);
  const bool is_known = structured || message || std::ranges::any_of(kHolders, [&](auto key) {
                          return static_cast<bool>(result.find(key));
                        });
  if (result && !is_known) memory.remember(result, source, form);
}

}  // namespace touchstone::guard
