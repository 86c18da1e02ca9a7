// Choices: the closed vocabularies of SEP-1913's action metadata, and sets of their members.
//
// A tool list states which values are *possible*, a resolution or a result states which one it is;
// both are sets here, the second with a single member. Members are ordered from the least to the
// most exposed, so the last one of each vocabulary is its risky value.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace touchstone::model {

enum class Vocabulary : std::uint8_t { kDestination, kOutcomes, kSource };

struct Choice {
  std::string_view name;
  // Says something that policy must hear even from a server we do not believe. A claim made only of
  // members that are not telling is reassurance.
  bool telling;
  std::string_view meaning;
};

// Indices into choices(Vocabulary::k…), which are also the bit numbers in a ChoiceSet.
enum class Destination : std::uint8_t { kEphemeral, kSystem, kUser, kInternal, kPublic };
enum class Outcome : std::uint8_t { kBenign, kConsequential, kIrreversible };
enum class Origin : std::uint8_t { kSystem, kUser, kInternal, kTrustedPublic, kUntrustedPublic };

[[nodiscard]] std::span<const Choice> choices(Vocabulary vocabulary);

class ChoiceSet {
  template <typename Member>
  static constexpr std::uint8_t bit(Member member) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(member));
  }

 public:
  explicit constexpr ChoiceSet(Vocabulary vocabulary, std::uint8_t bits = 0)
      : vocabulary_(vocabulary), bits_(bits) {}
  constexpr ChoiceSet(Destination member) : ChoiceSet(Vocabulary::kDestination, bit(member)) {}
  constexpr ChoiceSet(Outcome member) : ChoiceSet(Vocabulary::kOutcomes, bit(member)) {}
  constexpr ChoiceSet(Origin member) : ChoiceSet(Vocabulary::kSource, bit(member)) {}

  [[nodiscard]] constexpr Vocabulary vocabulary() const { return vocabulary_; }
  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  // Every member of `other` is a member of this.
  [[nodiscard]] constexpr bool includes(ChoiceSet other) const {
    return (other.bits_ & ~bits_) == 0;
  }
  [[nodiscard]] constexpr bool intersects(ChoiceSet other) const {
    return (other.bits_ & bits_) != 0;
  }
  [[nodiscard]] bool has(std::string_view name) const;

  [[nodiscard]] bool has_risky() const;    // the vocabulary's last member is in it
  [[nodiscard]] bool has_telling() const;  // any telling member is in it
  [[nodiscard]] ChoiceSet with_risky() const;
  [[nodiscard]] static ChoiceSet all(Vocabulary vocabulary);
  // Index of the most exposed member; the set is not empty.
  [[nodiscard]] int highest() const { return std::bit_width(bits_) - 1; }

  // False if the vocabulary has no such member.
  bool insert(std::string_view name);

  friend constexpr ChoiceSet operator|(ChoiceSet a, ChoiceSet b) {
    return ChoiceSet(a.vocabulary_, static_cast<std::uint8_t>(a.bits_ | b.bits_));
  }
  friend constexpr bool operator==(ChoiceSet, ChoiceSet) = default;

 private:
  Vocabulary vocabulary_;
  std::uint8_t bits_;
};

}  // namespace touchstone::model
