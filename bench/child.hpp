// Child: a process that we started, in a process group of its own, and that we end.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace touchstone::bench {

class Child {
 public:
  // Runs `command` with `stream`, if given, as both its standard input and output. Otherwise its
  // output goes nowhere and its input never ends.
  explicit Child(const std::vector<std::string>& command, int stream = -1);
  ~Child();  // asks the group to end; one that has not done so within kPatience is killed
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  static constexpr int kPatienceMs = 2000;

  [[nodiscard]] bool started() const { return pid_ > 0; }
  [[nodiscard]] bool has_ended();

 private:
  pid_t pid_ = -1;
  int input_ = -1;  // our end of its standard input
  bool reaped_ = false;
};

}  // namespace touchstone::bench
