#include "cli/command_line_store.hpp"

namespace touchstone::cli {
namespace {

constexpr const char* kPlacesExitCodes =
    "Exit codes: 0 done; 1 nothing was changed, since more was written there meanwhile or other "
    "places support the label; 2 cannot read, find or understand.";

void add_server(CLI::App* command, PlacesOptions& options) {
  auto* server = command->add_option("--server", options.server, "only what this server has")
                     ->type_name("NAME");
  command->add_flag("--machine", options.machine, "only what this machine has, and no server")
      ->excludes(server);
}

// PLACE, or --whole of a server.
void add_place(CLI::App* command, PlacesOptions& options) {
  auto* place = command
                    ->add_option("place", options.place,
                                 "a path, URI or id, as list shows it or as a call names it")
                    ->type_name("");
  auto* server =
      command->add_option("--server", options.server, "whose place it is, if several have it")
          ->type_name("NAME");
  command->add_flag("--machine", options.machine, "it is of this machine, and of no server")
      ->excludes(server);
  auto* whole = command->add_flag("--whole", options.whole,
                                  "what was written to the server without naming a place");
  whole->excludes(place)->needs(server);
}

}  // namespace

void define_places(CLI::App& app, PlacesOptions& options, Action& action) {
  auto* group = app.add_subcommand("places", "What was written where while a session was labelled");
  group->require_subcommand(1);
  const auto define = [&](const std::string& name, const std::string& meaning,
                          int (*run)(const PlacesOptions&, Io&), const std::string& examples) {
    return define_store_command(*group, {name, meaning, examples, kPlacesExitCodes}, run, options,
                                action);
  };
  group->footer(std::string("Examples:\n"
                            "  touchstone places list\n"
                            "  touchstone places show /home/me/notes.txt\n"
                            "  touchstone places declassify /home/me/notes.txt --untrusted "
                            "--reason 'I read it'\n\n") +
                kPlacesExitCodes);
  auto* list =
      define("list", "List places that keep a label, which whoever reads them gets", places_list,
             "  touchstone places list\n"
             "  touchstone places list --server files --format json\n");
  add_server(list, options);
  list->add_option("--limit", options.limit, "how many at most (50)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  auto* show = define("show", "Show one place, its label and where it comes from", places_show,
                      "  touchstone places show /home/me/notes.txt\n"
                      "  touchstone places show --whole --server notes\n");
  add_place(show, options);
  auto* declassify =
      define("declassify", "Say that something written there is no longer a reason for care",
             places_declassify,
             "  touchstone places declassify /home/me/notes.txt --untrusted --reason 'I read it'\n"
             "  touchstone places declassify note://x1 --server notes --all --reason 'rewritten'\n"
             "  touchstone places declassify --whole --server notes --all --reason 'emptied'\n");
  add_place(declassify, options);
  add_declassify_words(
      declassify, options,
      {"that something untrusted was written there", "that private data were written there",
       "that something malicious was written there"});
}

}  // namespace touchstone::cli
