// Random bytes from the system's generator. An interface, so that tests can foresee them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace touchstone::base {

class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::span<unsigned char> bytes) = 0;

  // `bytes` random bytes as lower case hexadecimal digits.
  [[nodiscard]] std::string hex(std::size_t bytes);
};

class SystemRandom final : public Random {
 public:
  void fill(std::span<unsigned char> bytes) override;
};

}  // namespace touchstone::base
