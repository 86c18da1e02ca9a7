// Any bytes as delivered content, as arguments, as a saved memory and as news of one. The first
// line of the input is what the call says, the rest what was delivered.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "flow/fold.hpp"
#include "flow/memory.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::flow {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_pieces(std::string_view text, Form form) {
  const auto pieces = cut(text, form);
  std::size_t done = 0;
  for (const auto& piece : pieces.all()) {
    require(piece.begin >= done && piece.begin < piece.end, "pieces stand apart and in order");
    require(piece.end <= pieces.text().size(), "pieces stay inside the text");
    require(form != Form::kRaw || piece.manner >= Manner::kMentioned, "raw text records nothing");
    require(!piece.listed || (form == Form::kServed && (piece.manner == Manner::kNamed ||
                                                        piece.manner == Manner::kMentioned)),
            "a list records nothing, and a text that is passed on lists nothing");
    done = piece.end;
  }
}

void check_tokens(std::string_view text) {
  TokenReader reader(text);
  std::size_t count = 0;
  while (const auto token = reader.next()) {
    require(token->begin < token->end && token->end <= text.size(), "tokens stay inside the text");
    require(!token->normal.empty() && token->normal.size() <= kMaxToken, "tokens are bounded");
    require(++count <= 2 * text.size(), "reading goes forward");
  }
}

Flows trace(const Memory& memory, std::string_view text) {
  const auto arguments = json::Parser().parse(json::Text("{\"to\":" + json::quoted(text) + "}"));
  return memory.trace(arguments->root());
}

constexpr std::size_t kBytes = 128 << 10;  // enough for all of its tables

// A memory that is told all that the other was.
void check_news(Memory& memory, std::uint64_t seed) {
  Memory again({.bytes = kBytes, .seed = seed});
  const auto news = memory.take_news();
  require(news.complete && again.replay(news.bytes).has_value(), "news are understood");
  require(again.save() == memory.save(), "what is told again is the same");
}

void check_any_news(std::string_view text) {
  Memory memory({.bytes = kBytes, .seed = 1, .news = 1 << 20});
  const bool told = memory.replay(text).has_value();
  require(memory.bytes() <= kBytes, "the bound holds");
  require(memory.take_news().bytes.empty(), "what is told again is no news");
  const auto saved = memory.save();
  require(!told || Memory::load(saved).has_value(), "what was told is a memory");
}

void check_memory(std::string_view said, std::string_view given) {
  Memory memory({.bytes = kBytes, .seed = said.size(), .news = 4 << 20});
  require(trace(memory, given).copied.empty(), "an empty memory finds nothing");
  const auto source = memory.intern({.uri = "mcp://a/b", .classes = {}});
  memory.remember(given, source, said.size() % 2 == 0 ? Form::kServed : Form::kRaw);
  const auto flows = trace(memory, said);
  memory.note_call(flows);
  require(memory.bytes() <= kBytes, "the bound holds");
  for (const auto& copied : flows.copied) {
    require(copied.source == source && copied.share <= 1 && copied.matched >= 32,
            "flows are sound");
  }
  const auto saved = memory.save();
  const auto loaded = Memory::load(saved);
  require(loaded.has_value() && loaded->save() == saved, "what is saved is loaded the same");
  require(trace(*loaded, given) == trace(memory, given), "what is loaded finds the same");
  memory.vouch(flows);
  check_news(memory, said.size());
}

void check_all(std::string_view text) {
  require(folded(folded(text)) == folded(text), "folding twice changes nothing");
  check_tokens(text);
  check_pieces(text, Form::kServed);
  check_pieces(text, Form::kPassed);
  check_pieces(text, Form::kRaw);
  // Layouts, of which a first line is the head.
  const auto rest = text.substr(std::min(text.find('\n'), text.size()));
  check_pieces(rest.substr(std::min<std::size_t>(1, rest.size())), Form::kServed);
  const auto line = text.substr(0, text.find('\n'));
  check_memory(line, text.substr(line.size()));
  check_any_news(text);
  if (const auto memory = Memory::load(text)) require(memory->save() == text, "one way to save");
}

}  // namespace
}  // namespace touchstone::flow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::flow::check_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
