#include "cli/eval_rows.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/lines.hpp"
#include "cli/read_input.hpp"
#include "json/parser.hpp"

namespace touchstone::cli {
namespace {

namespace fs = std::filesystem;

base::Result<std::vector<fs::path>> files_of(const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) {
    return base::fail("is not a folder", folder, "name a folder that holds *.jsonl files");
  }
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (at->path().extension() == ".jsonl") files.push_back(at->path());
  }
  if (failed) return base::fail(fmt::format("cannot be listed: {}", failed.message()), folder);
  if (files.empty()) {
    return base::fail("holds no *.jsonl file", folder, "name the folder with the labelled rows");
  }
  std::ranges::sort(files);
  return files;
}

base::Result<void> read_file(const fs::path& file, Io& io, std::vector<EvalRow>& out) {
  const auto bytes = read_input(file.string(), io.in, kMaxEvalFile);
  if (!bytes) return tl::unexpected(bytes.error());
  json::Parser parser;
  std::string_view rest(*bytes);
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto line = take_line(rest);
    if (is_blank(line)) continue;
    auto document = parser.parse(json::Text::copy_of(line));
    if (!document) {
      auto error = document.error();
      error.position.line = number;
      error.position.offset += static_cast<std::size_t>(line.data() - bytes->data());
      return tl::unexpected(json::to_error(error, file.string()));
    }
    if (out.size() == kMaxEvalRows) {
      return base::fail(fmt::format("more than {} rows", kMaxEvalRows), file.string(),
                        "evaluate a part of it at a time");
    }
    out.push_back({std::move(*document), fmt::format("{}:{}", file.string(), number)});
  }
  return {};
}

}  // namespace

base::Result<std::vector<EvalRow>> read_eval_rows(const std::string& folder, Io& io) {
  const auto files = files_of(folder);
  if (!files) return tl::unexpected(files.error());
  std::vector<EvalRow> rows;
  for (const auto& file : *files) {
    if (auto read = read_file(file, io, rows); !read) return tl::unexpected(read.error());
  }
  if (rows.empty()) return base::fail("holds no rows", folder);
  return rows;
}

double Progress::now() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since_start).count();
}

Progress::Progress(Io& io, std::string_view what, std::size_t total)
    : io_(io), what_(what), total_(total), next_(now() + 1) {}

Progress::~Progress() {
  if (told_) io_.err << '\n';
}

void Progress::step() {
  ++done_;
  if (done_ % 64 != 0 || now() < next_) return;
  io_.err << fmt::format("\r{} of {} {}", done_, total_, what_) << std::flush;
  told_ = true;
  next_ = now() + 1;
}

}  // namespace touchstone::cli
