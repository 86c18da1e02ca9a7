#include "flow/journal.hpp"

#include <algorithm>
#include <utility>

#include "flow/memory.hpp"

namespace touchstone::flow {
namespace {

constexpr std::uint64_t kOpBits = 3;     // of the number that each entry begins with
constexpr std::size_t kUsualRest = 256;  // bytes that come with a text: its source, runs and tokens
constexpr std::uint64_t kDataClasses = static_cast<std::uint64_t>(model::DataClass::kRegulated) + 1;
constexpr std::uint64_t kSightingBits = (1U << 15U) - 1;

}  // namespace

bool Journal::open() {
  if (most_ == 0) return false;
  if (complete_ && out_.bytes().size() <= most_) return true;
  complete_ = false;
  return false;
}

void Journal::op(Op op, std::uint64_t extra) {
  out_.number(static_cast<std::uint64_t>(op) | extra << kOpBits);
}

void Journal::source(const Source& source, SourceId id) {
  if (!open()) return;
  op(Op::kSource);
  write_source(out_, source);
  named_.push_back(id);
}

// The last of this name: one that stands for others may have been named more than once.
std::uint64_t Journal::ordinal_of(SourceId id, const std::vector<Source>& all) {
  const auto found = std::find(named_.rbegin(), named_.rend(), id);
  if (found == named_.rend()) {
    source(all[id], id);
    return named_.size() - 1;
  }
  return static_cast<std::uint64_t>(named_.rend() - found) - 1;
}

void Journal::text(const Folded& text, SourceId id, const std::vector<Source>& all) {
  if (!open()) return;
  out_.expect(text.text.size() + kUsualRest);
  const auto ordinal = ordinal_of(id, all);
  op(Op::kText, ordinal);
  out_.number(text.forgotten);
  out_.text(text.text);
  out_.number(text.runs.size());
  std::size_t done = 0;
  for (const auto& run : text.runs) {
    out_.number((run.begin - done) * 8U + std::size_t{run.manner} * 2U + run.layout);
    done = run.begin;
  }
}

void Journal::token(std::uint64_t hash, Stand stand, SourceId id, const std::vector<Source>& all) {
  if (!open()) return;
  const auto ordinal = ordinal_of(id, all);
  // What is listed is mentioned, too; and no token is said to be named.
  const auto said = stand.listed ? Manner::kNamed : stand.said;
  const auto how = static_cast<std::uint64_t>(said) + (stand.recorded ? kMannerCount : 0);
  op(Op::kToken, ordinal * 2 * kMannerCount + how);
  out_.fixed(hash);
}

void Journal::found(std::string_view squeezed, Find what, const std::vector<Source>& all) {
  if (!open()) return;
  const auto ordinal = ordinal_of(what.source, all);
  op(Op::kFound, ordinal * kDataClasses + static_cast<std::uint64_t>(what.data));
  out_.text(squeezed);
}

void Journal::used(std::uint64_t hash, Use how, const std::vector<Source>& all) {
  if (!open()) return;
  const auto first = ordinal_of(how.first, all);
  const auto last = ordinal_of(how.last, all);
  op(Op::kUsed, std::uint64_t{how.seen.bits()} * 2 + (how.faded ? 1 : 0));
  out_.fixed(hash);
  out_.number(first);
  out_.number(last);
}

void Journal::vouched(std::uint64_t hash) {
  if (!open()) return;
  op(Op::kVouched);
  out_.fixed(hash);
}

void Journal::lost() {
  if (open()) op(Op::kLost);
}

void Journal::faded(std::uint64_t word) {
  if (!open()) return;
  op(Op::kFaded);
  out_.fixed(word);
}

News Journal::take() {
  const bool complete = std::exchange(complete_, true) && out_.bytes().size() <= most_;
  News news{std::move(out_).take(), complete};
  out_ = {};
  named_.clear();
  if (!complete) news.bytes.clear();
  return news;
}

// One walk over a piece. What it says goes the way that it went when the memory was told.
class Replay {
 public:
  Replay(Memory& memory, std::string_view news) : memory_(memory), in_(news) {}

  bool run() {
    while (in_.ok() && !in_.at_end()) entry();
    return in_.ok();
  }

 private:
  using Op = Journal::Op;

  void entry() {
    const auto packed = in_.number(kAnyNumber >> kOpBits);
    const auto extra = packed >> kOpBits;
    switch (static_cast<Op>(packed & ((1U << kOpBits) - 1))) {
      case Op::kSource: return source(extra);
      case Op::kText: return text(extra);
      case Op::kToken: return token(extra);
      case Op::kUsed: return used(extra);
      case Op::kVouched: return vouched(extra);
      case Op::kLost: return lost(extra);
      case Op::kFaded: return faded(extra);
      case Op::kFound: return found(extra);
      default: return in_.require(false);
    }
  }

  void source(std::uint64_t extra) {
    in_.require(extra == 0);
    auto read = read_source(in_);
    if (in_.ok()) named_.push_back(memory_.intern(std::move(read)));
  }

  SourceId named(std::uint64_t ordinal) {
    in_.require(ordinal < named_.size());
    return in_.ok() ? named_[ordinal] : SourceId{0};
  }

  void text(std::uint64_t extra) {
    const auto source = named(extra);
    Folded read;
    read.forgotten = in_.number(kAnyNumber);
    read.text = in_.text(memory_.texts_.most_of_one_text());
    const auto count = in_.number(read.text.size());
    std::uint64_t begin = 0;
    for (std::uint64_t i = 0; i < count && in_.ok(); ++i) {
      const auto run = in_.number(read.text.size() * 8U);
      begin += run / 8U;
      in_.require(begin < read.text.size() && (i == 0 || run / 8U > 0));
      read.runs.push_back({static_cast<std::uint32_t>(begin),
                           static_cast<std::uint32_t>(run / 2U % kMannerCount),
                           static_cast<std::uint32_t>(run % 2U)});
    }
    in_.require(memory_.texts_.may_keep(read));
    if (in_.ok()) memory_.keep(read, source);
  }

  void token(std::uint64_t extra) {
    const auto source = named(extra / (2 * kMannerCount));
    const auto hash = in_.fixed();
    in_.require(hash != 0);
    const auto said = static_cast<Manner>(extra % kMannerCount);
    const bool listed = said == Manner::kNamed;
    const Stand stand{listed ? Manner::kMentioned : said, extra / kMannerCount % 2 != 0, listed};
    if (in_.ok()) memory_.see(hash, stand, source);
  }

  void used(std::uint64_t extra) {
    const auto hash = in_.fixed();
    in_.require(hash != 0 && extra / 2 <= kSightingBits);
    const auto first = named(in_.number(kAnyNumber));
    const auto last = named(in_.number(kAnyNumber));
    const auto seen = Sightings::of_bits(static_cast<std::uint16_t>(extra / 2));
    if (in_.ok()) (void)memory_.use(hash, {seen, extra % 2 != 0, first, last});
  }

  void vouched(std::uint64_t extra) {
    const auto hash = in_.fixed();
    in_.require(hash != 0 && extra == 0);
    if (in_.ok()) memory_.supply(hash);
  }

  void lost(std::uint64_t extra) {
    in_.require(extra == 0);
    if (in_.ok()) memory_.lose();
  }

  void faded(std::uint64_t extra) {
    const auto word = in_.fixed();
    in_.require(extra == 0);
    if (in_.ok()) memory_.faded_.add(word);
  }

  void found(std::uint64_t extra) {
    const auto source = named(extra / kDataClasses);
    const auto text = in_.text(memory_.finds_.longest());
    in_.require(text.size() >= kShortestFind);
    const Find what{static_cast<model::DataClass>(extra % kDataClasses), source};
    if (in_.ok()) memory_.finds_.keep(text, what);
  }

  Memory& memory_;
  ByteReader in_;
  std::vector<SourceId> named_;
};

base::Result<void> Memory::replay(std::string_view news) {
  auto own = std::exchange(journal_, Journal(0));  // what is told again is no news
  const bool good = Replay(*this, news).run();
  journal_ = std::move(own);
  if (good) return {};
  return base::fail("these bytes are no news of a memory of flows", "", "begin a new session");
}

}  // namespace touchstone::flow
