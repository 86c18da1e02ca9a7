// shell: a handful of commands, played by this program inside the scratch folder. No process is
// started and no real shell sees a byte of it.
#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "demo/servers.hpp"
#include "demo/shell_words.hpp"

namespace touchstone::demo {
namespace {

constexpr std::string_view kRunCommand = R"json({
  "name": "run_command", "title": "Run a command",
  "description": "Runs one command on the build host: ls, cat, echo, rm, date, pwd or help. echo can write a file with > and >>. (In this demo the host is a folder.)",
  "inputSchema": {
    "type": "object",
    "properties": {"command": {"type": "string", "description": "For example: cat reports/q3.md"}},
    "required": ["command"]
  },
  "annotations": {
    "title": "Run a command", "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false,
    "openWorldHint": false, "sensitiveDataHint": true, "privilegedAccessHint": true, "reversibleHint": false,
    "inputMetadata": {"destination": ["ephemeral", "system"], "sensitivity": ["none", "user"], "outcomes": ["benign", "consequential", "irreversible"]},
    "returnMetadata": {"source": ["system", "internal"], "sensitivity": ["none", "pii", "financial"]}
  }
})json";

using Args = std::vector<std::string>;
using Output = base::Result<std::string>;

Output list(const Folder& folder, const Args& args) {
  const auto files = folder.files();
  if (!files) return tl::unexpected(files.error());
  const std::string below = args.empty() || args[0] == "." ? "" : args[0];
  std::string out;
  for (const auto& path : *files) {
    if (below.empty() || path == below || path.starts_with(below + "/")) out += path + "\n";
  }
  if (out.empty() && !below.empty()) return base::fail("there is no file " + below);
  return out;
}

Output concatenate(const Folder& folder, const Args& args) {
  std::string out;
  for (const auto& path : args) {
    const auto text = folder.read(path);
    if (!text) return tl::unexpected(text.error());
    out += *text;
    if (out.size() > Folder::kMaxFile) return base::fail("the output is too long");
  }
  return out;
}

Output remove(const Folder& folder, const Args& args) {
  if (args.empty()) return base::fail("rm needs the path of a file");
  for (const auto& path : args) {
    if (path.starts_with('-')) return base::fail("rm has no option " + path + ": name each file");
    if (auto removed = folder.remove(path); !removed) return tl::unexpected(removed.error());
  }
  return "";
}

Output echo(const Folder& /*folder*/, const Args& args) {
  return fmt::format("{}\n", fmt::join(args, " "));
}

Output date(const Folder& /*folder*/, const Args& /*args*/) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%a %d %b %Y %H:%M:%S} UTC\n", fmt::gmtime(now));
}

Output where(const Folder& /*folder*/, const Args& /*args*/) { return "/\n"; }

Output help(const Folder& /*folder*/, const Args& /*args*/) {
  return "ls [folder]   cat file…   echo word… [> file]   rm file…   date   pwd   help\n";
}

struct Command {
  std::string_view name;
  Output (*act)(const Folder&, const Args&);
};
constexpr std::array<Command, 7> kCommands = {{{"ls", list},
                                               {"cat", concatenate},
                                               {"echo", echo},
                                               {"rm", remove},
                                               {"date", date},
                                               {"pwd", where},
                                               {"help", help}}};

struct CommandLine {
  Args args;           // the command first
  std::string target;  // of > or >>
  bool append = false;
};

base::Result<CommandLine> read_line(std::string_view text) {
  const auto words = split_words(text);
  if (!words) return tl::unexpected(words.error());
  CommandLine line;
  for (std::size_t i = 0; i < words->size(); ++i) {
    const Word& word = (*words)[i];
    if (!word.is_operator) {
      line.args.push_back(word.text);
      continue;
    }
    if (i + 2 != words->size() || (*words)[i + 1].is_operator)
      return base::fail(word.text + " is followed by one file name, at the end");
    line.append = word.text == ">>";
    line.target = (*words)[++i].text;
  }
  if (line.args.empty()) return base::fail("there is no command");
  return line;
}

Output execute(const Folder& folder, std::string_view text) {
  auto line = read_line(text);
  if (!line) return tl::unexpected(line.error());
  const auto* const command = std::ranges::find(kCommands, line->args[0], &Command::name);
  if (command == kCommands.end())
    return base::fail(line->args[0] + ": command not found; help lists them");
  line->args.erase(line->args.begin());
  Output out = command->act(folder, line->args);
  if (!out || line->target.empty()) return out;
  const auto written =
      line->append ? folder.append(line->target, *out) : folder.write(line->target, *out);
  if (!written) return tl::unexpected(written.error());
  return "";
}

Reply run_command(const Folder& folder, std::string_view command) {
  const Output out = execute(folder, command);
  return out ? text(out->empty() ? "(no output)" : *out) : failure(out.error().what);
}

}  // namespace

Parts shell_server(const Folder& folder) {
  Parts parts;
  parts.name = "shell";
  parts.title = "Build host (demo)";
  parts.instructions = "Runs a few commands. What rm removes is gone.";
  parts.tools.push_back({std::string(kRunCommand), at_once([folder](Call& call) {
                           return run_command(folder, call.text("command"));
                         })});
  return parts;
}

}  // namespace touchstone::demo
