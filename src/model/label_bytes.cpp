#include "model/label_bytes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace touchstone::model {
namespace {

constexpr char kMixedNames = 1;  // the version before
constexpr char kVersion = 2;
constexpr std::size_t kMostMixed = 256;
constexpr std::string_view kOwnScheme = "mcp://";
// By bit. The order is that of the stored bytes, whatever the enumeration's is.
constexpr std::array kStoredClasses{DataClass::kUser, DataClass::kPii, DataClass::kFinancial,
                                    DataClass::kCredentials, DataClass::kRegulated};
constexpr std::array kStoredFlags{&Label::untrusted, &Label::is_private, &Label::malicious};

void put_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) out += static_cast<char>(number | 0x80U);
  out += static_cast<char>(number);
}

void put_word(std::string& out, std::uint64_t word) {
  for (unsigned at = 0; at < 64; at += 8) out += static_cast<char>(word >> at);
}

template <typename Texts>
void put_texts(std::string& out, const Texts& texts) {
  put_number(out, texts.size());
  for (const auto& text : texts) {
    put_number(out, text.size());
    out += text;
  }
}

void put_bits(std::string& out, const Attribution::Bits& bits) {
  std::uint64_t used = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) used |= std::uint64_t{bits[i] != 0} << i;
  put_word(out, used);
  for (const auto word : bits) {
    if (word != 0) put_word(out, word);
  }
}

// Takes from the front. After the first fault nothing can be taken any more.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  void expect(bool holds) { good_ = good_ && holds; }

  std::string_view take(std::size_t count) {
    expect(count <= rest_.size());
    if (!good_) return {};
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint8_t byte() {
    const auto taken = take(1);
    return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken.front());
  }
  std::uint64_t word() {
    std::uint64_t out = 0;
    for (unsigned at = 0; at < 64; at += 8) out |= std::uint64_t{byte()} << at;
    return out;
  }
  // Of what follows: a length or count that what is left can hold.
  std::size_t number() {
    std::uint64_t out = 0;
    for (unsigned at = 0; at < 63; at += 7) {
      const auto next = byte();
      out |= std::uint64_t{next & 0x7FU} << at;
      if (next < 0x80) {
        expect((next != 0 || at == 0) && out <= rest_.size());
        return good_ ? out : 0;
      }
    }
    expect(false);
    return 0;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> out;
    for (auto left = number(); left > 0 && good_; --left) out.emplace_back(take(number()));
    return out;
  }
  std::vector<std::string> ascending_texts() {
    auto out = texts();
    for (std::size_t i = 1; i < out.size(); ++i) expect(out[i - 1] < out[i]);
    return out;
  }
  Attribution::Bits bits() {
    Attribution::Bits out{};
    const auto used = word();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if ((used >> i & 1U) == 0) continue;
      out[i] = word();
      expect(out[i] != 0);
    }
    return out;
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

void read_flags(ByteReader& in, Label& label) {
  const auto flags = in.byte();
  in.expect(flags >> kStoredFlags.size() == 0);
  for (std::size_t i = 0; i < kStoredFlags.size(); ++i) label.*kStoredFlags[i] = flags >> i & 1U;
}

void read_classes(ByteReader& in, DataClasses& classes) {
  const auto bits = in.byte();
  in.expect(bits >> kStoredClasses.size() == 0);
  for (std::size_t i = 0; i < kStoredClasses.size(); ++i) {
    if (bits >> i & 1U) classes.insert(kStoredClasses[i]);
  }
  auto scopes = in.ascending_texts();
  in.expect(scopes.empty() || classes.has(DataClass::kRegulated));
  for (auto& scope : scopes) classes.insert_scope(std::move(scope));
  for (auto& label : in.ascending_texts()) classes.insert_label(std::move(label));
}

void read_attribution(ByteReader& in, Attribution& attribution) {
  auto own = in.texts();
  auto claimed = in.texts();
  const bool full = Attribution::is_full(own.size(), claimed.size());
  const auto more = full ? in.bits() : Attribution::Bits{};
  auto restored = Attribution::restore(std::move(own), std::move(claimed), more);
  in.expect(restored.has_value());
  if (restored) attribution = std::move(*restored);
}

// More names of ours than are kept now leave their bits, as any that are too many.
void read_mixed_attribution(ByteReader& in, Attribution& attribution) {
  auto names = in.texts();
  in.expect(names.size() <= kMostMixed);
  const auto more = names.size() == kMostMixed ? in.bits() : Attribution::Bits{};
  const auto claimed_ones = std::stable_partition(
      names.begin(), names.end(), [](const auto& name) { return name.starts_with(kOwnScheme); });
  std::vector<std::string> claimed(claimed_ones, names.end());
  names.erase(claimed_ones, names.end());
  std::vector<std::string> beyond;
  while (names.size() > Attribution::kMaxOwn) {
    beyond.push_back(std::move(names.back()));
    names.pop_back();
  }
  auto restored = Attribution::restore(std::move(names), std::move(claimed), more);
  in.expect(restored.has_value());
  if (!restored) return;
  attribution = std::move(*restored);
  for (auto& name : beyond) attribution.insert_own(std::move(name));
}

}  // namespace

std::string to_bytes(const Label& label) {
  std::string out{kVersion};
  unsigned flags = 0;
  for (std::size_t i = 0; i < kStoredFlags.size(); ++i) {
    flags |= static_cast<unsigned>(label.*kStoredFlags[i]) << i;
  }
  unsigned classes = 0;
  for (std::size_t i = 0; i < kStoredClasses.size(); ++i) {
    classes |= static_cast<unsigned>(label.classes.has(kStoredClasses[i])) << i;
  }
  out += static_cast<char>(flags);
  out += static_cast<char>(classes);
  put_texts(out, label.classes.scopes());
  put_texts(out, label.classes.labels());
  const auto own = label.attribution.own_names();
  const auto claimed = label.attribution.claimed_names();
  put_texts(out, own);
  put_texts(out, claimed);
  if (Attribution::is_full(own.size(), claimed.size()))
    put_bits(out, label.attribution.bits_of_more());
  return out;
}

base::Result<Label> read_label(std::string_view bytes) {
  ByteReader in(bytes);
  const auto version = in.byte();
  if (version != kVersion && version != kMixedNames) {
    return base::fail("not a label, or one of a newer version", "",
                      "use the version of touchstone that wrote it");
  }
  Label label;
  read_flags(in, label);
  read_classes(in, label.classes);
  (version == kVersion ? read_attribution : read_mixed_attribution)(in, label.attribution);
  in.expect(in.at_end());
  if (!in.good()) return base::fail("a damaged label");
  return label;
}

}  // namespace touchstone::model
