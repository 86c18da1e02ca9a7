// Random bytes from the system's generator. An interface, so that tests can foresee them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace touchstone::base {

class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::span<unsigned char> bytes) = 0;

  // `bytes` random bytes as lower case hexadecimal digits.
  [[nodiscard]] std::string hex(std::size_t bytes);
  // Below 2^48: small enough to be counted on from, and for every JSON reader to take it as it is.
  [[nodiscard]] std::uint64_t number();
};

class SystemRandom final : public Random {
 public:
  void fill(std::span<unsigned char> bytes) override;
};

}  // namespace touchstone::base
