#include "config/expand.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "config/rules.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

constexpr std::string_view kHome = "set HOME, or write the path out";

base::Result<std::string> from_file(std::string_view path, const std::string& folder,
                                    const Sources& sources) {
  auto full = resolve_path(std::string(path), folder, sources);
  if (!full) return full;
  auto content = sources.file(*full);
  if (!content) {
    return base::fail(fmt::format("${{file:{}}}: {}", path, content.error().what), "",
                      content.error().remedy);
  }
  if (content->size() > kMaxSecretBytes) {
    return base::fail(fmt::format("${{file:{}}}: larger than the limit of 64 KiB", path));
  }
  if (content->ends_with('\n')) content->pop_back();
  if (content->ends_with('\r')) content->pop_back();
  return content;
}

base::Result<std::string> from_environment(std::string_view reference, const Sources& sources) {
  const auto dash = reference.find(":-");
  const std::string name(reference.substr(0, dash));
  const bool has_default = dash != std::string_view::npos;
  if (!is_variable_name(name)) {
    return base::fail(fmt::format("${{{}}} is neither a variable nor a file", reference), "",
                      "${NAME}, ${NAME:-default} or ${file:PATH}; $${ where a plain ${ is meant");
  }
  auto value = sources.environment(name);
  if (has_default && (!value || value->empty())) return std::string(reference.substr(dash + 2));
  if (value) return std::move(*value);
  return base::fail(fmt::format("the environment variable {} is not set", name), "",
                    fmt::format("set it, or write ${{{}:-default}} or ${{file:PATH}}", name));
}

base::Result<std::string> value_of(std::string_view reference, const std::string& folder,
                                   const Sources& sources) {
  constexpr std::string_view kFile = "file:";
  constexpr std::string_view kEnv = "env:";  // as VS Code and Cursor write it
  if (reference.starts_with(kFile)) {
    return from_file(reference.substr(kFile.size()), folder, sources);
  }
  if (reference.starts_with("input:")) {
    return base::fail(fmt::format("${{{}}} asks an editor, and there is none here", reference), "",
                      "take the value from the environment, ${NAME}, or a file, ${file:PATH}");
  }
  if (reference.starts_with(kEnv)) reference.remove_prefix(kEnv.size());
  return from_environment(reference, sources);
}

}  // namespace

base::Result<Expanded> expand(std::string_view text, const std::string& folder,
                              const Sources& sources) {
  Expanded out;
  while (!text.empty()) {
    const bool escaped = text.starts_with("$${");
    if (escaped || !text.starts_with("${")) {
      if (escaped) text.remove_prefix(1);
      const auto length = escaped ? std::size_t{2} : std::min(text.find('$', 1), text.size());
      out.text += text.substr(0, length);
      text.remove_prefix(length);
      continue;
    }
    const auto end = text.find('}');
    if (end == std::string_view::npos) {
      return base::fail("${ without its }", "", "close it, or write $${ for a plain ${");
    }
    auto value = value_of(text.substr(2, end - 2), folder, sources);
    if (!value) return tl::unexpected(std::move(value.error()));
    out.text += *value;
    out.changed = true;
    if (out.text.size() > kMaxTextBytes) return base::fail("longer than 1 MiB once expanded");
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string unexpanded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with("${")) out += '$';
    out += text[at];
  }
  return out;
}

base::Result<std::string> resolve_path(const std::string& path, const std::string& folder,
                                       const Sources& sources) {
  std::filesystem::path full(path);
  if (path == "~" || path.starts_with("~/")) {
    const auto home = sources.environment("HOME");
    if (!home || home->empty()) {
      return base::fail("~ is nowhere: HOME is not set", "", std::string(kHome));
    }
    full = *home + path.substr(1);
  }
  return (std::filesystem::path(folder) / full).lexically_normal().string();
}

}  // namespace touchstone::config
