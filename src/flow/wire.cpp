// A memory as bytes: numbers as in LEB128, texts behind their lengths, a checksum at the end.
//
// What cannot be true is refused, and what can be computed anew (the index) is not written.
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "flow/memory.hpp"
#include "flow/share.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kMagic = "TSFLOW";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kChecksum = 8;

class ByteWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) out_ += static_cast<char>(value | 0x80U);
    out_ += static_cast<char>(value);
  }
  void fixed(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) out_ += static_cast<char>(value >> (8 * i) & 0xFFU);
  }
  void text(std::string_view text) {
    number(text.size());
    out_ += text;
  }
  void texts(const std::vector<std::string>& all) {
    number(all.size());
    for (const auto& one : all) text(one);
  }
  [[nodiscard]] std::string take() && {
    fixed(seeded_hash(out_, kVersion));
    return std::move(out_);
  }

 private:
  std::string out_ = std::string(kMagic);
};

// Once something was wrong everything is zero and empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  void require(bool holds) {
    ok_ = ok_ && holds;
    if (!ok_) rest_ = {};
  }

  std::uint64_t number(std::uint64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      require(!rest_.empty());
      if (!ok_) return 0;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) {
        // One way to write each number: no zeros in front, nothing that does not fit.
        require(value <= most && (byte != 0 || shift == 0) && (shift < 63 || byte == 1));
        return ok_ ? value : 0;
      }
    }
    require(false);
    return 0;
  }
  std::uint64_t fixed() {
    require(rest_.size() >= 8);
    if (!ok_) return 0;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    }
    rest_.remove_prefix(8);
    return value;
  }
  std::string_view text(std::size_t most) {
    const auto size = number(most);
    require(size <= rest_.size());
    if (!ok_) return {};
    const auto out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

constexpr std::uint64_t kAny = ~std::uint64_t{0};
constexpr std::uint8_t kClassBits = 6;

void write_source(ByteWriter& out, const Source& source) {
  out.text(source.uri);
  std::uint64_t flags = static_cast<std::uint64_t>(source.author);
  flags |= (source.is_private ? 4U : 0U) | (source.malicious ? 8U : 0U);
  for (unsigned i = 0; i < kClassBits; ++i) {
    if (source.classes.has(static_cast<model::DataClass>(i))) flags |= 16U << i;
  }
  out.number(flags);
  out.texts(source.classes.scopes());
  out.texts(source.classes.labels());
}

Source read_source(ByteReader& in) {
  Source source;
  source.uri = in.text(kMaxUri);
  const auto flags = in.number((16U << kClassBits) - 1);
  in.require((flags & 3U) < kAuthorCount);
  if (in.ok()) source.author = static_cast<Author>(flags & 3U);
  source.is_private = (flags & 4U) != 0;
  source.malicious = (flags & 8U) != 0;
  for (unsigned i = 0; i < kClassBits; ++i) {
    if ((flags & 16U << i) != 0) source.classes.insert(static_cast<model::DataClass>(i));
  }
  for (auto count = in.number(kMaxNames); count > 0; --count) {
    source.classes.insert_scope(std::string(in.text(kMaxUri)));
  }
  for (auto count = in.number(kMaxNames); count > 0; --count) {
    source.classes.insert_label(std::string(in.text(kMaxUri)));
  }
  return source;
}

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
  store.forgotten_ = in.number(kAny);
  store.text_ = in.text(store.max_text_);
  std::uint32_t begin = 0;
  const auto passages = in.number(store.max_passages_);
  store.passages_.reserve(passages);
  for (std::uint64_t i = 0; i < passages && in.ok(); ++i) {
    const auto length = in.number(store.text_.size() - begin);
    const auto source = in.number(sources - 1);
    const auto end = static_cast<std::uint32_t>(begin + length);
    in.require(length > 1);
    store.passages_.push_back({begin, end, in.fixed(), static_cast<SourceId>(source)});
    begin = end;
  }
  in.require(begin == store.text_.size());
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
  store.forgotten_ = in.number(kAny);
  store.clock_ = static_cast<std::uint32_t>(in.number(std::numeric_limits<std::uint32_t>::max()));
  const auto count = in.number(store.max_slots_ / 4 * 3);
  std::optional<std::uint64_t> last;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const auto hash = in.fixed();
    const auto age = in.number(store.clock_);
    const auto bits = in.number((1U << 14U) - 1);
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

std::string Wire::save(const Memory& memory) {
  ByteWriter out;
  out.number(kVersion);
  out.number(memory.options_.bytes);
  out.number(memory.options_.floor);
  out.fixed(memory.options_.seed);
  out.number(memory.sources_.size());
  for (const auto& source : memory.sources_) write_source(out, source);
  save(out, memory.texts_);
  save(out, memory.tokens_);
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
  if (in.ok()) load(in, memory.texts_, memory.sources_.size());
  if (in.ok()) load(in, memory.tokens_, memory.sources_.size());
  if (!in.ok() || !in.at_end()) return std::nullopt;
  return memory;
}

std::string Memory::save() const { return Wire::save(*this); }

base::Result<Memory> Memory::load(std::string_view bytes) {
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
  if (in.number(kAny) != kVersion) return bad("they are of another version");
  Options options;
  options.bytes = in.number(kAny);
  options.floor = in.number(kAny);
  auto memory = Wire::load(in, options);
  if (!memory) return bad("what they say cannot be");
  return std::move(*memory);
}

}  // namespace touchstone::flow
