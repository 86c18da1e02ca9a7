#include "program/spawn.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::program {
namespace {

namespace fs = std::filesystem;

class Scratch {
 public:
  Scratch() {
    std::string pattern = fs::temp_directory_path() / "touchstone-test-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
    path_ = pattern;
  }
  ~Scratch() { fs::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& scratch() {
  static const Scratch folder;
  return folder.path();
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (auto& text : strings) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

std::string scratch_file(const std::string& name, const std::string& content) {
  const auto path = scratch() / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

Outcome spawn(const std::vector<std::string>& arguments, const std::string& input,
              const std::vector<std::string>& environment) {
  const auto in = scratch_file("stdin", input);
  const auto out = (scratch() / "stdout").string();
  const auto err = (scratch() / "stderr").string();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), kCreate, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), kCreate, 0600);

  std::vector<std::string> words{TOUCHSTONE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto variables = environment;
  pid_t child = 0;
  const int failed = posix_spawn(&child, TOUCHSTONE_PROGRAM, &actions, nullptr,
                                 pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " TOUCHSTONE_PROGRAM);

  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), content_of(out),
          content_of(err), usage.ru_maxrss};
}

}  // namespace touchstone::program
