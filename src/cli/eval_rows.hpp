// EvalRows: labelled data for the `eval` commands: every *.jsonl of a folder, a JSON value a line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/io.hpp"
#include "json/document.hpp"

namespace touchstone::cli {

inline constexpr std::size_t kMaxEvalFile = std::size_t{256} << 20;  // bytes of one file
inline constexpr std::size_t kMaxEvalRows = 1'000'000;

struct EvalRow {
  json::Document document;
  std::string place;  // "train.jsonl:17", for messages
};

// All rows, files in the order of their names. Fails on a folder that is not there or holds no such
// file, and on the first line that cannot be read, with its place.
[[nodiscard]] base::Result<std::vector<EvalRow>> read_eval_rows(const std::string& folder, Io& io);

// "9,512 of 20,000 rows" on standard error, once a second after the first; nothing if it is quick.
class Progress {
 public:
  Progress(Io& io, std::string_view what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step();

 private:
  [[nodiscard]] static double now();  // seconds
  Io& io_;
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  double next_;
  bool told_ = false;
};

}  // namespace touchstone::cli
