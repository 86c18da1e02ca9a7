#include "guard/content.hpp"

#include <utility>

namespace touchstone::guard {

void each_text(json::View result, const std::function<void(std::string_view)>& take) {
  std::string scratch;
  for (const auto& key : {"content", "contents", "messages"}) {
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

void remember_content(flow::Memory& memory, json::View result, flow::SourceId source) {
  each_text(result, [&](std::string_view text) { memory.remember(text, source); });
  if (const json::View structured = result.find("structuredContent"))
    memory.remember(structured, source);
  if (const auto message = result.find("message").as_string()) memory.remember(*message, source);
}

}  // namespace touchstone::guard
