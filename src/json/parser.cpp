// How a text is read: two readers, one verdict, no conversion.
//
// simdjson reads a text in two stages. Stage 1 looks at 64 bytes at a time, checks UTF-8 and writes
// down the offset of every structural byte and of the first byte of every string, number and
// literal. Stage 2 walks those offsets, checks the grammar and writes a tape of converted values.
//
// We want its verdict and its offsets, but not its tape: the tape holds doubles where we need the
// spelling, decoded strings where we need the bytes, and no offsets at all. So both stages run, and
// on success the table of nodes is built from the offsets of stage 1 (node_table.cpp), which say
// where every value begins; where it ends follows from where the next word begins. Nothing is
// copied: nodes point into the text as it came.
//
// Stage 2 refuses two things that RFC 8259 allows: numbers beyond its 64 bits, and escapes of lone
// surrogates. And when it refuses, it does not say where. So a refusal goes to the slow scanner
// (grammar.cpp), which names the place of the fault. If it finds none and the complaint was about a
// number or a string, the scanner is right, and the offsets of stage 1 are still good: stage 2 only
// reads them. Any other complaint that the scanner cannot confirm means that the two readers
// disagree about what JSON is; then we refuse, because somebody behind us may read it either way.
//
// Depth is counted here in brackets, empty ones too. simdjson does not count an empty container, so
// its limit is the looser one and ours, in build_nodes, is the one that holds.
#include "json/parser.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "json/grammar.hpp"
#include "json/node_table.hpp"

namespace touchstone::json {
namespace {

constexpr std::size_t kMaxTextBytes = std::numeric_limits<std::uint32_t>::max() - 1;
// Buffers grow in powers of two from here, so that slowly growing texts seldom reallocate.
constexpr std::size_t kMinBufferedBytes = std::size_t{64} << 10;
// The buffers for a text of this size take some 60 MB; larger ones are not kept.
constexpr std::size_t kMaxKeptBytes = std::size_t{4} << 20;

static_assert(Text::kPadding >= simdjson::SIMDJSON_PADDING);

std::string size_name(std::size_t bytes) {
  constexpr std::size_t kKiB = 1024;
  if (bytes >= kKiB * kKiB && bytes % (kKiB * kKiB) == 0) {
    return fmt::format("{} MiB", bytes / (kKiB * kKiB));
  }
  if (bytes >= kKiB && bytes % kKiB == 0) return fmt::format("{} KiB", bytes / kKiB);
  return fmt::format("{} bytes", bytes);
}

ParseError error_at(std::string_view text, Fault fault) {
  return {std::move(fault.what), locate(text, fault.offset)};
}

bool is_out_of_memory(simdjson::error_code error) {
  return error == simdjson::MEMALLOC || error == simdjson::CAPACITY;
}

// The errors that stage 2 also reports for texts that are JSON.
bool may_be_overruled(simdjson::error_code error) {
  return error == simdjson::NUMBER_ERROR || error == simdjson::STRING_ERROR;
}

}  // namespace

base::Error to_error(const ParseError& error, std::string_view source) {
  const auto& [offset, line, column] = error.position;
  return {fmt::format("{} (byte {})", error.what, offset),
          fmt::format("{}:{}:{}", source, line, column),
          {}};
}

class Parser::Engine {
 public:
  explicit Engine(std::uint32_t max_depth) : max_depth_(max_depth) {}

  std::optional<Fault> read(DocumentData& data);

 private:
  simdjson::error_code make_room(std::size_t bytes);
  std::optional<Fault> check(std::string_view text);
  void release_large_buffers();

  std::uint32_t max_depth_;
  simdjson::dom::parser reader_;
};

// Fills data.nodes, or says why the text is refused.
std::optional<Fault> Parser::Engine::read(DocumentData& data) {
  std::optional<Fault> fault = check(data.text.view());
  if (!fault) {
    const auto& stage1 = *reader_.implementation;
    const std::span words(stage1.structural_indexes.get(), stage1.n_structural_indexes);
    fault = build_nodes(data, words, max_depth_);
  }
  release_large_buffers();
  return fault;
}

std::optional<Fault> Parser::Engine::check(std::string_view text) {
  simdjson::error_code error = make_room(text.size());
  if (error == simdjson::SUCCESS) {
    error = reader_.parse(text.data(), text.size(), /*realloc_if_needed=*/false).error();
  }
  if (error == simdjson::SUCCESS) return std::nullopt;
  if (is_out_of_memory(error)) return Fault{0, "not enough memory to read the text"};
  std::optional<Fault> fault = find_fault(text, max_depth_);
  if (fault || may_be_overruled(error)) return fault;
  return Fault{0, fmt::format("refused by the fast reader: {}", simdjson::error_message(error))};
}

simdjson::error_code Parser::Engine::make_room(std::size_t bytes) {
  if (reader_.capacity() >= bytes && reader_.capacity() != 0) return simdjson::SUCCESS;
  const std::size_t wanted = std::bit_ceil(std::max(bytes, kMinBufferedBytes));
  const std::size_t capacity = std::min(wanted, std::size_t{kMaxTextBytes});
  if (const auto error = reader_.doc.allocate(capacity)) return error;
  return reader_.allocate(capacity, std::size_t{max_depth_} + 1);
}

void Parser::Engine::release_large_buffers() {
  if (reader_.capacity() > kMaxKeptBytes) reader_ = simdjson::dom::parser();
}

Parser::Parser(Limits limits)
    : limits_(limits), engine_(std::make_unique<Engine>(limits.max_depth)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

tl::expected<Document, ParseError> Parser::parse(Text text) { return parse_or_leave(text); }

tl::expected<Document, ParseError> Parser::parse_or_leave(Text& text) {
  const std::size_t limit = std::min(limits_.max_bytes, kMaxTextBytes);
  if (text.size() > limit) {
    Fault fault{limit, "larger than the limit of " + size_name(limit)};
    return tl::unexpected(error_at(text.view(), std::move(fault)));
  }
  DocumentData data{std::move(text), {}};
  if (auto fault = engine_->read(data)) {
    text = std::move(data.text);
    return tl::unexpected(error_at(text.view(), std::move(*fault)));
  }
  return Document(std::move(data));
}

}  // namespace touchstone::json
