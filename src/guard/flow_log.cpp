#include "guard/flow_log.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace touchstone::guard {
namespace {

// A piece: what it is, where the log ended when it was written, and the rest sealed.
constexpr char kNews = 'N';
constexpr char kWhole = 'W';
constexpr std::size_t kHead = 1 + sizeof(std::uint64_t);

std::string head_of(char kind, std::uint64_t after) {
  std::string head(1, kind);
  for (unsigned i = 0; i < sizeof after; ++i) head += static_cast<char>(after >> (8 * i) & 0xFFU);
  return head;
}

std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < sizeof number; ++i) {
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return number;
}

// The same for all gateways on one store, or they could not read each other's hashes.
std::uint64_t seed_of(const base::SealKey& key, std::string_view session) {
  const auto made = base::derived_key(key, fmt::format("flow seed of {}", session));
  std::uint64_t seed = 0;
  std::memcpy(&seed, made.data(), sizeof seed);
  return seed;
}

base::Error damage_of(const base::Error& why, const std::string& session) {
  return {
      "what this session was given cannot be read back, so destinations it names are not "
      "believed: " +
          why.what,
      session, fmt::format("touchstone sessions end {}, to begin it anew", session)};
}

}  // namespace

FlowLog::FlowLog(base::Random& random, const base::SealKey& key, const store::Session& session)
    : seal_(random,
            base::derived_key(key, fmt::format("flow of {} {}", session.number, session.name.key))),
      seed_(seed_of(key, session.name.key)),
      number_(session.number),
      end_(session.flow_end) {}

flow::Options FlowLog::options(std::size_t bytes) const {
  return {.bytes = bytes, .seed = seed_, .news = kMaxNews};
}

FlowLog::Memory FlowLog::read(const store::Session& stored, std::size_t bytes) {
  Memory out{flow::Memory(options(bytes))};
  std::uint64_t at = 0;
  base::Result<void> good;
  for (const auto& piece : stored.flow) {
    const auto begin = piece.end - piece.bytes.size();
    const bool is_first = &piece == &stored.flow.front();
    const bool may_begin = is_first && piece.bytes.starts_with(kWhole);
    const bool in_row = begin == at && !piece.bytes.starts_with(kWhole);
    good = in_row || may_begin ? take(piece, out.memory) : base::fail("a piece is missing");
    if (!good) break;
    at = piece.end;
    if (!may_begin) log_ += piece.bytes.size();
  }
  if (good && at != stored.flow_end) good = base::fail("the last piece is missing");
  if (good) return out;
  whole_is_due_ = true;
  out = {flow::Memory(options(bytes)), damage_of(good.error(), stored.name.key)};
  out.memory.lose();
  return out;
}

// It may have been written behind less than is there now: somebody else was quicker.
base::Result<void> FlowLog::take(const store::FlowPiece& piece, flow::Memory& memory) {
  const std::string_view bytes = piece.bytes;
  if (bytes.size() < kHead) return base::fail("a piece is too short");
  const bool in_place = number_in(bytes.substr(1)) <= piece.end - bytes.size();
  const auto plain = seal_.open_bytes(bytes.substr(kHead), bytes.substr(0, kHead));
  if (!plain || !in_place) {
    return base::fail("a piece is damaged, of another session, or sealed under another key");
  }
  if (bytes.front() == kNews) return memory.replay(*plain);
  auto whole = flow::Memory::load(*plain, kMaxNews);
  if (!whole) return tl::unexpected(whole.error());
  memory = std::move(*whole);
  return {};
}

std::string FlowLog::sealed(char kind, std::string_view plain) {
  const auto head = head_of(kind, end_);
  std::string out;
  out.reserve(head.size() + plain.size() + base::Seal::kSealedBytes);
  out += head;
  seal_.append_closed(out, plain, head);
  return out;
}

void FlowLog::write(flow::Memory& memory, store::SessionChange& change) {
  change.number = number_;
  change.flow_end = end_;
  const auto news = memory.take_news();
  if (!news.bytes.empty()) change.flow = sealed(kNews, news.bytes);
  const bool grown = !change.flow.empty() && log_ + change.flow.size() > kMaxLog;
  if (whole_is_due_ || grown || !news.complete) {
    change.flow_whole = sealed(kWhole, memory.save());
    whole_is_due_ = false;
    log_ = 0;
    end_ += change.flow_whole.size();
  } else {
    log_ += change.flow.size();
    end_ += change.flow.size();
  }
}

FlowLog::Agreement FlowLog::agreement(std::uint64_t number, std::uint64_t flow_end,
                                      const store::Remembered& now) {
  const bool is_ours = now.number == number;
  return {is_ours && now.flow_before == flow_end, is_ours && now.flow_kept};
}

}  // namespace touchstone::guard
