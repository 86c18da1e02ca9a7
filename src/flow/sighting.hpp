// Sightings: how, and by whose hand, a value has appeared in what a session was given.
//
// How a value stands in content tells more than where. A person's task takes its destinations from
// records (the sender of a mail, the participants of a meeting, the account of a payment). An
// injected instruction stands in prose and names its destination there. So each appearance has a
// manner and an author, and a bit is kept for each pair.
//
// A value: copies, compares, only grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace touchstone::flow {

enum class Manner : std::uint8_t {
  kRecorded,  // all there is of a field or list item in a record that the server made
  kNamed,     // part of a short field, or all of one that holds people's words (a title, a subject)
  kMentioned,  // in prose: a body, a description, a file's text
  kDirected,   // in prose that tells its reader to do something
};
inline constexpr std::size_t kMannerCount = 4;

// Who wrote the content, as far as the caller knows.
enum class Author : std::uint8_t { kUntrusted, kUnknown, kTrusted };
inline constexpr std::size_t kAuthorCount = 3;

[[nodiscard]] std::string_view name_of(Manner manner);  // "recorded", "named", …
[[nodiscard]] std::string_view name_of(Author author);  // "untrusted", "unknown", "trusted"

class Sightings {
 public:
  constexpr Sightings() = default;
  [[nodiscard]] static constexpr Sightings of_bits(std::uint16_t bits) { return Sightings(bits); }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

  constexpr void add(Manner manner, Author author) { bits_ |= bit(manner, author); }
  constexpr void join(Sightings other) { bits_ |= other.bits_; }

  [[nodiscard]] constexpr bool any(Manner manner, Author author) const {
    return (bits_ & bit(manner, author)) != 0;
  }
  [[nodiscard]] constexpr bool any(Manner manner) const {
    return any(manner, Author::kUntrusted) || any(manner, Author::kUnknown) ||
           any(manner, Author::kTrusted);
  }
  [[nodiscard]] constexpr bool any(Author author) const {
    return any(Manner::kRecorded, author) || any(Manner::kNamed, author) ||
           any(Manner::kMentioned, author) || any(Manner::kDirected, author);
  }
  [[nodiscard]] constexpr bool empty() const { return (bits_ & kContent) == 0; }

  [[nodiscard]] constexpr Sightings without(Author author) const {
    auto out = *this;
    for (const auto manner :
         {Manner::kRecorded, Manner::kNamed, Manner::kMentioned, Manner::kDirected}) {
      out.bits_ &= static_cast<std::uint16_t>(~bit(manner, author));
    }
    return out;
  }
  [[nodiscard]] constexpr Sightings without(Manner manner) const {
    auto out = *this;
    for (const auto author : {Author::kUntrusted, Author::kUnknown, Author::kTrusted}) {
      out.bits_ &= static_cast<std::uint16_t>(~bit(manner, author));
    }
    return out;
  }

  // The client used it before any content showed it, or a person agreed to it: nobody planted it.
  constexpr void supply() { bits_ |= kSupplied; }
  [[nodiscard]] constexpr bool supplied() const { return (bits_ & kSupplied) != 0; }
  // The client used it after content had shown it. What a server records of it from then on, or
  // trusted content says, may be an echo of that use, and vouches for nothing.
  constexpr void argue() { bits_ |= kArgued; }
  [[nodiscard]] constexpr bool argued() const { return (bits_ & kArgued) != 0; }

  // A server named it in a list of what it has. That vouches for it only where it goes back to
  // that server, as the name of one of its things.
  constexpr void list() { bits_ |= kListed; }
  [[nodiscard]] constexpr bool listed() const { return (bits_ & kListed) != 0; }

  // Recorded by a server, in trusted content, or supplied.
  [[nodiscard]] constexpr bool vouched() const {
    return supplied() || any(Manner::kRecorded) || any(Author::kTrusted);
  }
  // Used before anybody had vouched for it. What is seen of it from then on, and by whomever, may
  // be an echo of that use.
  [[nodiscard]] constexpr bool may_echo() const { return argued() && !vouched(); }
  // Said in prose by somebody who is not trusted, and vouched for by nobody.
  [[nodiscard]] constexpr bool only_said() const {
    const bool said = any(Manner::kMentioned) || any(Manner::kDirected);
    return said && !vouched();
  }

  friend constexpr bool operator==(Sightings, Sightings) = default;

 private:
  explicit constexpr Sightings(std::uint16_t bits) : bits_(bits) {}
  static constexpr std::uint16_t bit(Manner manner, Author author) {
    const auto place = static_cast<unsigned>(manner) * kAuthorCount + static_cast<unsigned>(author);
    return static_cast<std::uint16_t>(1U << place);
  }
  static constexpr std::uint16_t kContent = (1U << (kMannerCount * kAuthorCount)) - 1;
  static constexpr std::uint16_t kSupplied = 1U << 12U;
  static constexpr std::uint16_t kArgued = 1U << 13U;
  static constexpr std::uint16_t kListed = 1U << 14U;

  std::uint16_t bits_ = 0;
};

}  // namespace touchstone::flow
