// Parts: what a small server of ours is made of. Tables, filled in by files.cpp, web.cpp and so on.
//
// Definitions are the JSON that lists show, as it stands in the source; a part's name is read from
// there. Functions are coroutines and take all they need by value: they may run on in the
// background after their server has gone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "demo/call.hpp"
#include "demo/listeners.hpp"

namespace touchstone::demo {

using Function = std::function<Task<Reply>(Call&)>;

// May a call become a task? kLater: only once the function itself says so (Reply::later).
enum class Background : std::uint8_t { kNever, kMay, kMust, kLater };

struct Part {
  std::string definition;  // of a Tool or a Prompt
  Function run;
  Background background = Background::kNever;
};

struct ResourcePart {
  std::function<std::vector<std::string>()> list;                  // definitions
  std::vector<std::string> templates;                              // definitions
  std::function<std::optional<Reply>(std::string_view uri)> read;  // nothing: no such resource
};

// Suggestions for what a person is typing. `ref` is a prompt's name or a template's URI.
using Complete = std::function<std::vector<std::string>(
    std::string_view ref, std::string_view argument, std::string_view typed)>;

// tools/resolve: what a call of the tool with these arguments is.
using Resolve = std::function<Reply(std::string_view tool, json::View arguments)>;

struct Parts {
  std::string name;
  std::string title;
  std::string instructions;
  std::vector<Part> tools;
  std::vector<Part> prompts;
  std::optional<ResourcePart> resources;
  Complete complete;
  Resolve resolve;
  bool changes = false;  // lists may change, and whoever asked is told
  std::shared_ptr<Listeners> listeners = std::make_shared<Listeners>();
};

// A function that never has to wait.
template <typename Act>
[[nodiscard]] Function at_once(Act act) {
  return [act = std::move(act)](Call& call) -> Task<Reply> { co_return act(call); };
}

}  // namespace touchstone::demo
