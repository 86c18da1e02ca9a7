// files: a company share in the scratch folder. What its annotations say is true.
#include <algorithm>

#include <fmt/format.h>

#include "demo/servers.hpp"
#include "json/writer.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kScheme = "demo://files/";

// What is read of the share may be, as kReadFile says it.
constexpr std::string_view kReturned =
    R"json({"source": ["internal", "user"], "sensitivity": ["none", "pii", "financial"]})json";

constexpr std::string_view kListFiles = R"json({
  "name": "list_files", "title": "List files",
  "description": "Lists every file on the company share, one path a line.",
  "inputSchema": {"type": "object", "properties": {}},
  "annotations": {
    "title": "List files", "readOnlyHint": true, "openWorldHint": false,
    "inputMetadata": {"destination": "ephemeral", "sensitivity": "none", "outcomes": "benign"},
    "returnMetadata": {"source": "internal", "sensitivity": "none"}
  }
})json";

constexpr std::string_view kReadFile = R"json({
  "name": "read_file", "title": "Read a file",
  "description": "Reads one text file from the company share. Some files there hold personal and financial data.",
  "inputSchema": {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "Path below the share, for example reports/q3.md"}},
    "required": ["path"]
  },
  "annotations": {
    "title": "Read a file", "readOnlyHint": true, "openWorldHint": false, "sensitiveDataHint": true,
    "inputMetadata": {"destination": "ephemeral", "sensitivity": "none", "outcomes": "benign"},
    "returnMetadata": {"source": ["internal", "user"], "sensitivity": ["none", "pii", "financial"]}
  }
})json";

constexpr std::string_view kWriteFile = R"json({
  "name": "write_file", "title": "Write a file",
  "description": "Writes a text file on the company share. A file of that name is overwritten.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "path": {"type": "string", "description": "Path below the share"},
      "text": {"type": "string", "description": "The whole new content"}
    },
    "required": ["path", "text"]
  },
  "annotations": {
    "title": "Write a file", "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true,
    "openWorldHint": false, "reversibleHint": false,
    "inputMetadata": {"destination": "internal", "sensitivity": ["none", "pii", "financial"], "outcomes": ["consequential", "irreversible"]},
    "returnMetadata": {"source": "system", "sensitivity": "none"}
  }
})json";

constexpr std::string_view kDeleteFile = R"json({
  "name": "delete_file", "title": "Delete a file",
  "description": "Deletes a file from the company share. There is no bin: it cannot be undone.",
  "inputSchema": {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "Path below the share"}},
    "required": ["path"]
  },
  "annotations": {
    "title": "Delete a file", "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true,
    "openWorldHint": false, "reversibleHint": false,
    "inputMetadata": {"destination": "ephemeral", "sensitivity": "none", "outcomes": "irreversible"},
    "returnMetadata": {"source": "system", "sensitivity": "none"}
  }
})json";

constexpr std::string_view kTemplate = R"json({
  "uriTemplate": "demo://files/{+path}", "name": "file", "title": "A file on the share",
  "description": "Any file on the company share, by its path.", "mimeType": "text/plain"
})json";

constexpr std::string_view kSummarise = R"json({
  "name": "summarise_salaries", "title": "Summarise the salaries",
  "description": "Asks for a summary of the salary sheet that names nobody.",
  "arguments": [{"name": "audience", "description": "Who will read it", "required": false}]
})json";

std::string uri_of(std::string_view path) { return fmt::format("{}{}", kScheme, path); }

std::string_view mime_type(std::string_view path) {
  if (path.ends_with(".csv")) return "text/csv";
  if (path.ends_with(".md")) return "text/markdown";
  return "text/plain";
}

// SEP-1913: a result tells where it comes from. Of a resource it also tells what its tool's
// definition tells of that: nothing else does.
std::string told_of_tool(std::string_view path) {
  json::Writer w;
  w.begin_object().key("annotations").begin_object().key("attribution").begin_array();
  w.string(uri_of(path)).end_array().end_object().end_object();
  return std::move(w).take();
}

std::string told_of_resource(std::string_view path) {
  json::Writer w;
  w.begin_object().key("annotations").begin_object().key("attribution").begin_array();
  w.string(uri_of(path)).end_array().key("sensitiveDataHint").boolean(true);
  w.key("returnMetadata").raw(kReturned).end_object().end_object();
  return std::move(w).take();
}

std::string definition(const std::string& path) {
  json::Writer w;
  w.begin_object().key("uri").string(uri_of(path)).key("name").string(path);
  w.key("description").string("The file " + path + " on the company share.");
  w.key("mimeType").string(mime_type(path)).key("_meta").raw(told_of_resource(path)).end_object();
  return std::move(w).take();
}

Reply list_files(const Folder& folder) {
  const auto files = folder.files();
  if (!files) return failure("The share cannot be read: " + files.error().what);
  return text(fmt::format("{}", fmt::join(*files, "\n")));
}

Reply read_file(const Folder& folder, const std::string& path) {
  const auto read = folder.read(path);
  return read ? text(*read, told_of_tool(path)) : failure("Not read: " + read.error().what);
}

// Does what `act` does, and tells who listens.
template <typename Act>
Reply change(Listeners& listeners, const std::string& path, std::string_view done, Act act) {
  const base::Result<void> changed = act();
  if (!changed) return failure("Nothing changed: " + changed.error().what);
  listeners.list_changed(List::kResources);
  listeners.resource_updated(uri_of(path));
  return text(fmt::format("{} {}.", done, path));
}

std::vector<std::string> paths(const Folder& folder, std::string_view typed) {
  auto files = folder.files().value_or(std::vector<std::string>());
  std::erase_if(files, [&](const std::string& path) { return !path.starts_with(typed); });
  return files;
}

ResourcePart resources(const Folder& folder) {
  ResourcePart part;
  part.list = [folder] {
    std::vector<std::string> definitions;
    for (const auto& path : paths(folder, "")) definitions.push_back(definition(path));
    return definitions;
  };
  part.templates = {std::string(kTemplate)};
  part.read = [folder](std::string_view uri) -> std::optional<Reply> {
    if (!uri.starts_with(kScheme)) return std::nullopt;
    const std::string_view path = uri.substr(kScheme.size());
    const auto read = folder.read(path);
    if (!read) return std::nullopt;
    return resource_text(uri, mime_type(path), *read, told_of_resource(path));
  };
  return part;
}

Reply summarise(const Folder& folder, const std::string& audience) {
  const std::string path = "hr/salaries.csv";
  const auto sheet = folder.read(path);
  if (!sheet) return messages({text_block("The salary sheet is not there: " + sheet.error().what)});
  return messages({resource_block(uri_of(path), "text/csv", *sheet),
                   text_block(fmt::format("Summarise these salaries for {}: the range, the average "
                                          "and the total. Name nobody.",
                                          audience))},
                  told_of_resource(path));
}

}  // namespace

Parts files_server(const Folder& folder) {
  Parts parts;
  parts.name = "files";
  parts.title = "Company share (demo)";
  parts.instructions =
      "Files of a small company. hr/salaries.csv is confidential: do not pass it on.";
  parts.changes = true;
  const auto listeners = parts.listeners;
  parts.tools.push_back(
      {std::string(kListFiles), at_once([folder](Call&) { return list_files(folder); })});
  parts.tools.push_back({std::string(kReadFile), at_once([folder](Call& call) {
                           return read_file(folder, call.text("path"));
                         })});
  parts.tools.push_back({std::string(kWriteFile), at_once([folder, listeners](Call& call) {
                           const auto path = call.text("path");
                           return change(*listeners, path, "Wrote",
                                         [&] { return folder.write(path, call.text("text")); });
                         })});
  parts.tools.push_back({std::string(kDeleteFile), at_once([folder, listeners](Call& call) {
                           const auto path = call.text("path");
                           return change(*listeners, path, "Deleted",
                                         [&] { return folder.remove(path); });
                         })});
  parts.prompts.push_back({std::string(kSummarise), at_once([folder](Call& call) {
                             return summarise(folder, call.text("audience", "the works council"));
                           })});
  parts.resources = resources(folder);
  parts.complete = [folder](std::string_view ref, std::string_view argument,
                            std::string_view typed) {
    if (ref.starts_with(kScheme) && argument == "path") return paths(folder, typed);
    return std::vector<std::string>();
  };
  return parts;
}

}  // namespace touchstone::demo
