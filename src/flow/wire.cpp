// A memory as bytes (bytes.hpp), with a checksum at the end.
//
// What cannot be true is refused, and what can be computed anew (the index) is not written.
#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "flow/bytes.hpp"
#include "flow/memory.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kMagic = "TSFLOW";
constexpr std::uint64_t kVersion = 4;
constexpr std::size_t kChecksum = 8;

}  // namespace

class Wire {
 public:
  static std::string save(const Memory& memory);
  static std::optional<Memory> load(ByteReader& in, Options options);

 private:
  static void save(ByteWriter& out, const TextStore& store);
  static void save(ByteWriter& out, const TokenStore& store);
  static void load(ByteReader& in, TextStore& store, std::size_t sources);
  static void load_runs(ByteReader& in, TextStore& store);
  static void load(ByteReader& in, TokenStore& store, std::size_t sources);
  static void save(ByteWriter& out, const FindStore& store);
  static void load(ByteReader& in, FindStore& store, std::size_t sources);
  static void save(ByteWriter& out, const Faded& faded);
  static void load(ByteReader& in, Faded& faded);
};

void Wire::save(ByteWriter& out, const TextStore& store) {
  out.number(store.forgotten_);
  out.text(store.text_);
  out.number(store.passages_.size());
  for (const auto& passage : store.passages_) {
    out.number(passage.end - passage.begin);
    out.number(passage.source);
    out.fixed(passage.digest);
  }
  out.number(store.runs_.size());
  std::size_t done = 0;
  for (const auto& run : store.runs_) {
    out.number((run.begin - done) * 8U + std::size_t{run.manner} * 2U + run.layout);
    done = run.begin;
  }
}

void Wire::load(ByteReader& in, TextStore& store, std::size_t sources) {
  store.forgotten_ = in.number(kAnyNumber);
  store.text_ = in.text(store.max_text_);
  std::size_t done = 0;
  const auto passages = in.number(store.max_passages_);
  store.passages_.reserve(passages);
  for (std::uint64_t i = 0; i < passages && in.ok(); ++i) {
    const auto length = in.number(store.text_.size() - done);
    const auto source = in.number(sources - 1);
    in.require(length > 1);
    store.add_passage(length, in.fixed(), static_cast<SourceId>(source));
    done += length;
  }
  in.require(done == store.text_.size());
  load_runs(in, store);
  if (in.ok() && !store.text_.empty()) store.rebuild_index();
}

void Wire::load_runs(ByteReader& in, TextStore& store) {
  std::uint64_t begin = 0;
  const auto count = in.number(store.max_runs_);
  store.runs_.reserve(count);
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const auto packed = in.number(store.text_.size() * 8U);
    const auto step = packed / 8U;
    in.require(step > 0 && begin + step < store.text_.size());
    begin += step;
    store.runs_.push_back({static_cast<std::uint32_t>(begin),
                           static_cast<std::uint32_t>(packed / 2U % 4U),
                           static_cast<std::uint32_t>(packed % 2U)});
  }
}

void Wire::save(ByteWriter& out, const TokenStore& store) {
  out.number(store.forgotten_);
  out.number(store.clock_);
  std::vector<Known> all;
  std::ranges::copy_if(store.slots_, std::back_inserter(all),
                       [](const Known& known) { return known.hash != 0; });
  std::ranges::sort(all, {}, &Known::age);
  out.number(all.size());
  for (const auto& known : all) {
    out.fixed(known.hash);
    out.number(known.age);
    out.number(known.seen.bits());
    out.number(known.first);
    out.number(known.last);
  }
  out.number(store.faded_.size());
  for (const auto word : store.faded_) out.fixed(word);
}

void Wire::load(ByteReader& in, TokenStore& store, std::size_t sources) {
  store.forgotten_ = in.number(kAnyNumber);
  store.clock_ = static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint32_t>::max()));
  const auto count = in.number(store.max_slots_ / 4 * 3);
  std::optional<std::uint64_t> last;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const auto hash = in.fixed();
    const auto age = in.number(store.clock_);
    const auto bits = in.number((1U << 15U) - 1);
    const auto first = static_cast<SourceId>(in.number(sources - 1));
    const auto last_source = static_cast<SourceId>(in.number(sources - 1));
    in.require(hash != 0 && store.find(hash) == nullptr && age < store.clock_ &&
               (!last || age > *last));
    if (!in.ok()) return;
    last = age;
    auto& known = store.at(hash, first);
    known.age = static_cast<std::uint32_t>(age);
    known.seen = Sightings::of_bits(static_cast<std::uint16_t>(bits));
    known.last = last_source;
    --store.clock_;  // at() took it for a new one
  }
  const auto faded = in.number(store.max_faded_);
  in.require(faded == 0 || faded == store.max_faded_);
  for (std::uint64_t i = 0; i < faded && in.ok(); ++i) store.faded_.push_back(in.fixed());
}

void Wire::save(ByteWriter& out, const FindStore& store) {
  out.number(store.kept_.size());
  for (const auto& kept : store.kept_) {
    out.text(store.text_of(kept));
    out.number(static_cast<std::uint64_t>(kept.what.data));
    out.number(kept.what.source);
  }
}

// As many as fit: none is dropped for another.
void Wire::load(ByteReader& in, FindStore& store, std::size_t sources) {
  const auto count = in.number(store.max_kept_);
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const auto text = in.text(std::min(store.longest(), store.max_text_ - store.text_.size()));
    const auto data = in.number(static_cast<std::uint64_t>(model::DataClass::kRegulated));
    const auto source = in.number(sources - 1);
    if (!in.ok()) return;
    const Find what{static_cast<model::DataClass>(data), static_cast<SourceId>(source)};
    in.require(store.keep(text, what));
  }
}

void Wire::save(ByteWriter& out, const Faded& faded) {
  out.number(faded.words_.size());
  for (const auto word : faded.words_) out.fixed(word);
}

void Wire::load(ByteReader& in, Faded& faded) {
  const auto words = in.number(faded.most_);
  in.require(words == 0 || words == faded.most_);
  faded.words_.reserve(words);
  for (std::uint64_t i = 0; i < words && in.ok(); ++i) {
    faded.words_.push_back(in.fixed());
    faded.set_ += static_cast<std::size_t>(std::popcount(faded.words_.back()));
  }
}

std::string Wire::save(const Memory& memory) {
  ByteWriter out;
  out.raw(kMagic);
  out.number(kVersion);
  out.number(memory.options_.bytes);
  out.number(memory.options_.floor);
  out.fixed(memory.options_.seed);
  out.number(memory.sources_.size());
  for (const auto& source : memory.sources_) write_source(out, source);
  out.number(memory.lost_ ? *memory.lost_ + 1U : 0U);
  save(out, memory.texts_);
  save(out, memory.tokens_);
  save(out, memory.finds_);
  save(out, memory.faded_);
  out.fixed(seeded_hash(out.bytes(), kVersion));
  return std::move(out).take();
}

std::optional<Memory> Wire::load(ByteReader& in, Options options) {
  options.seed = in.fixed();
  Memory memory(options);
  memory.sources_.clear();
  const auto count = in.number(kMaxSources + kAuthorCount);
  in.require(count > 0);
  memory.sources_.reserve(count);
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) memory.sources_.push_back(read_source(in));
  const auto lost = in.number(memory.sources_.size());
  if (lost > 0) memory.lost_ = static_cast<SourceId>(lost - 1);
  if (in.ok()) load(in, memory.texts_, memory.sources_.size());
  if (in.ok()) load(in, memory.tokens_, memory.sources_.size());
  if (in.ok()) load(in, memory.finds_, memory.sources_.size());
  if (in.ok()) load(in, memory.faded_);
  if (!in.ok() || !in.at_end()) return std::nullopt;
  return memory;
}

std::string Memory::save() const { return Wire::save(*this); }

base::Result<Memory> Memory::load(std::string_view bytes, std::size_t news) {
  const auto bad = [](std::string_view why) {
    return base::fail("these bytes are no memory of flows: " + std::string(why), "",
                      "begin a new session");
  };
  if (!bytes.starts_with(kMagic)) return bad("they begin otherwise");
  if (bytes.size() < kMagic.size() + kChecksum) return bad("they are too few");
  const auto body = bytes.substr(0, bytes.size() - kChecksum);
  ByteReader sum(bytes.substr(body.size()));
  if (sum.fixed() != seeded_hash(body, kVersion)) return bad("their checksum is another");
  ByteReader in(body.substr(kMagic.size()));
  if (in.number(kAnyNumber) != kVersion) return bad("they are of another version");
  Options options;
  options.bytes = in.number(kAnyNumber);
  options.floor = in.number(kAnyNumber);
  options.news = news;
  auto memory = Wire::load(in, options);
  if (!memory) return bad("what they say cannot be");
  return std::move(*memory);
}

}  // namespace touchstone::flow
