#include "config/key.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.hpp"

namespace touchstone::config {
namespace {

template <typename Class, typename Value>
Class owner_class(Value Class::*);

template <auto Member>
Ref at(Owner owner) {
  using Class = decltype(owner_class(Member));
  return &((*std::get_if<Class*>(&owner))->*Member);
}

Ref listen_at(Owner owner) {
  Config& config = **std::get_if<Config*>(&owner);
  return Listen{&config.host, &config.port};
}

constexpr std::uint64_t kKiB = 1 << 10;
constexpr std::uint64_t kMiB = 1 << 20;
constexpr Bounds kMessage{kKiB, 1024 * kMiB};
constexpr Bounds kTime{1, std::uint64_t{30} * 24 * 3'600'000};  // up to 30 days
constexpr Bounds kTimeOrNone{0, kTime.most};

// clang-format off
constexpr std::array kConfigKeys{
    Key{"mcpServers", at<&Config::servers>,
        "the servers by name; a name has up to 64 letters, digits, '-', '_' and '.'",
        Rule::kAny, {}, "none", "servers"},
    Key{"listen", listen_at,
        "the address clients connect to, host:port or only the port; port 0 lets the system choose"},
    Key{"socket", at<&Config::socket>,
        "the Unix socket for `touchstone connect`", Rule::kPath, {}, "$XDG_RUNTIME_DIR/touchstone.sock"},
    Key{"tokens", at<&Config::tokens>,
        "who may connect: a name and the secret it shows as a bearer token; needed when `listen` is "
        "not on loopback", Rule::kAny, {}, "anybody who reaches the address"},
    Key{"allowedHosts", at<&Config::allowed_hosts>,
        "Host headers to answer, besides localhost and the listen address", Rule::kHost, {}, "none"},
    Key{"allowedOrigins", at<&Config::allowed_origins>,
        "web origins to answer, besides those of loopback", Rule::kOrigin, {}, "none"},
    Key{"domains", at<&Config::domains>,
        "the organisation's own domains; what goes to them or to names below them stays inside",
        Rule::kDomain, {}, "none"},
    Key{"pins", at<&Config::pins>,
        "the file of what servers have shown; \":memory:\" keeps it only until the gateway ends",
        Rule::kPath, {}, "$XDG_STATE_HOME/touchstone/pins.json; in memory if `store` is"},
    Key{"store", at<&Config::store>,
        "the file of what sessions have seen, what was decided and what was approved; its key, with which "
        "contents in it are sealed, is beside it in FILE.key; \":memory:\" keeps it "
        "only until the gateway ends", Rule::kPath, {}, "$XDG_STATE_HOME/touchstone/store.db"},
    Key{"policy", at<&Config::policy>,
        "the rules for calls and results: the name of a pack (touchstone policy show), or a file; off: nothing is "
        "labelled, decided or recorded", Rule::kPolicy},
    Key{"sessionIdle", at<&Config::session_idle>,
        "ends a session without calls, if only its user's name tells it from others; with it goes its label",
        Rule::kAny, kTime},
    Key{"approvals", at<&Config::approvals>,
        "how a person is asked when the policy says so", Rule::kAny, {}, "see below"},
    Key{"separator", at<&Config::separator>,
        "what stands between a server's prefix and a tool's name", Rule::kSeparator},
    Key{"pageSize", at<&Config::page_size>,
        "entries of one page of a list", Rule::kAny, {1, 10'000}},
    Key{"annotate", at<&Config::annotate>,
        "tool lists as clients see them. enrich: declared annotations are replaced by effective ones; fill: only "
        "what is missing is added; off: lists stay as they came"},
    Key{"routing", at<&Config::routing>,
        "how clients of /mcp find tools. all: they are listed; search: there is a tool that finds them"},
    Key{"views", at<&Config::views>,
        "choices of tools by name, each with an endpoint of its own, /mcp/v/NAME", Rule::kAny, {}, "none"},
    Key{"channels", at<&Config::channels>,
        "who is told when a rule of the policy that has `notify` fires: names, each with a webhook", Rule::kAny, {}, "none"},
    Key{"limits", at<&Config::limits>,
        "bounds of what clients may use up", Rule::kAny, {}, "see below"},
};

constexpr std::array kLimitKeys{
    Key{"maxBody", at<&Limits::max_body>, "size of one request", Rule::kAny, kMessage},
    Key{"maxHead", at<&Limits::max_head>, "size of a request's line and headers", Rule::kAny, {kKiB, kMiB}},
    Key{"maxDepth", at<&Limits::max_depth>, "nesting of a message's JSON", Rule::kAny, {8, 1'024}},
    Key{"maxConnections", at<&Limits::max_connections>, "connections at once"},
    Key{"maxSessions", at<&Limits::max_sessions>, "sessions at once"},
    Key{"maxSubscriptions", at<&Limits::max_subscriptions>, "subscriptions of one client"},
    Key{"maxInFlight", at<&Limits::max_in_flight>, "calls at once of all clients"},
    Key{"maxInFlightPerSession", at<&Limits::max_in_flight_per_session>, "calls at once of one session"},
    Key{"maxHeavy", at<&Limits::max_heavy>,
        "calls at once of tools that need much (resourceIntensiveHint), of all servers; others wait"},
    Key{"heavyHours", at<&Limits::heavy_hours>,
        "when tools that need much may be called, by the local time of the gateway, as in 22:00-06:00 or "
        "sat,sun 00:00-24:00; at other times a call is refused", Rule::kAny, {}, "at any time"},
    Key{"maxParked", at<&Limits::max_parked>, "calls that wait for an answer to a server's question"},
    Key{"idleTimeout", at<&Limits::idle_timeout>, "ends a connection that says nothing", Rule::kAny, kTime},
    Key{"headTimeout", at<&Limits::head_timeout>, "from the first byte of a request to its last", Rule::kAny, kTime},
    Key{"sessionTimeout", at<&Limits::session_timeout>, "ends a session that nobody uses", Rule::kAny, kTime},
    Key{"parkedTimeout", at<&Limits::parked_timeout>, "how long a parked call waits", Rule::kAny, kTime},
    Key{"turnTimeout", at<&Limits::turn_timeout>, "how long a call waits for others (`writes`, `maxHeavy`); then it is refused", Rule::kAny, kTime},
    Key{"startGrace", at<&Limits::start_grace>,
        "once one server is ready, how long an introduction or a list waits for the others; then it goes without "
        "them, nobody else waits for them, and clients hear when they have come",
        Rule::kAny, kTime},
    Key{"heartbeat", at<&Limits::heartbeat>,
        "how often a client that wants progress hears of a slow call (slowExecutionHint) while its server says nothing, or of one that waits for a person",
        Rule::kAny, kTime},
    Key{"askTimeout", at<&Limits::ask_timeout>, "how long a person has to answer a server's question", Rule::kAny, kTime},
};

constexpr std::array kServerKeys{
    Key{"type", at<&Server::transport>,
        "how to speak to it; http finds out by itself whether the server is of the older HTTP+SSE kind",
        Rule::kAny, {}, "stdio with command, http with url"},
    Key{"command", at<&Server::command>,
        "the program to start: a name in PATH or a path; with a '/' it is relative to the config's folder",
        Rule::kProgram, {}, "none; either command or url is needed"},
    Key{"args", at<&Server::args>, "its arguments", Rule::kAny, {}, "none"},
    Key{"env", at<&Server::env>, "variables to add to its clean environment", Rule::kVariable, {}, "none"},
    Key{"inherit", at<&Server::inherit>, "names of variables it gets from our environment", Rule::kVariable, {}, "none"},
    Key{"cwd", at<&Server::cwd>, "the folder it starts in, relative to the config's", Rule::kPath, {}, "ours"},
    Key{"url", at<&Server::url>, "the address of a server that runs elsewhere", Rule::kUrl, {}, "none"},
    Key{"headers", at<&Server::headers>, "HTTP headers to send with each request", Rule::kHeader, {}, "none"},
    Key{"disabled", at<&Server::disabled>, "keeps the entry and leaves the server out"},
    Key{"trust", at<&Server::trust>,
        "how far to believe the server's reassuring claims. quarantine: not at all, and nobody sees its tools "
        "before they were accepted (touchstone pins accept); blocked: it is not used"},
    Key{"inferenceTrust", at<&Server::inference_trust>,
        "how sure inference from a tool's words must be, before it may say that the tool is harmless"},
    Key{"isolation", at<&Server::isolation>,
        "auto: a client session that the server may ask something has its own process or session, and the others "
        "of one principal share; session: each client session has its own (modern clients have no sessions and "
        "share as with auto); shared: all share one, and the server cannot tell its clients apart"},
    Key{"start", at<&Server::start>, "lazy: when a client first needs it; eager: with the gateway"},
    Key{"onDrift", at<&Server::on_drift>,
        "when it shows something else than was pinned; ask: what is risky waits for a person, what is "
        "hostile is blocked; block: both are blocked; accept: all of it is pinned anew"},
    Key{"prefix", at<&Server::prefix>, "of its tools' and prompts' names; \"\" for none", Rule::kToolPart, {}, "the server's name"},
    Key{"roots", at<&Server::roots>,
        "folders it is meant to work in; a call with a path elsewhere counts as privileged", Rule::kPath, {}, "anywhere"},
    Key{"resolve", at<&Server::rules>,
        "what its tools are when they are called with certain arguments; the first rule that matches decides",
        Rule::kAny, {}, "only what is built in"},
    Key{"overrides", at<&Server::overrides>,
        "what its tools are, whatever they declare: a tool's name, with * for anything, and annotation fields; "
        "an exact name counts before a pattern, and null takes back every claim", Rule::kAny, {}, "none"},
    Key{"shareLabels", at<&Server::share_labels>,
        "tells the server with each request whether the session has seen untrusted content, and where what it has "
        "seen came from (`_meta.annotations` of SEP-1913); whatever its trust"},
    Key{"declassifies", at<&Server::declassifies>,
        "its tools that take something from their session's label when they have run, by exact name, each with "
        "data classes, `untrusted`, `private` or `malicious`", Rule::kAny, {}, "none"},
    Key{"startTimeout", at<&Server::start_timeout>, "from the start to the first answer", Rule::kAny, kTime},
    Key{"callTimeout", at<&Server::call_timeout>, "for one call, 0 for none; progress starts it anew", Rule::kAny, kTimeOrNone},
    Key{"healthTimeout", at<&Server::health_timeout>,
        "a server that is silent for so long while it is called, and does not answer a ping either, is started "
        "anew; 0 for never", Rule::kAny, kTimeOrNone},
    Key{"slowTimeout", at<&Server::slow_timeout>,
        "the same for tools that are slow (slowExecutionHint); callTimeout counts if it is longer", Rule::kAny, kTimeOrNone},
    Key{"restartMax", at<&Server::restart_max>, "the longest pause between restarts", Rule::kAny, kTime},
    Key{"idleTimeout", at<&Server::idle_timeout>,
        "then a process or connection that clients share, and nobody needs, is closed", Rule::kAny, kTime},
    Key{"maxProcesses", at<&Server::max_processes>, "of a command, at once; each client session may need one"},
    Key{"maxInFlight", at<&Server::max_in_flight>, "calls at once"},
    Key{"maxHeavy", at<&Server::max_heavy>,
        "calls at once of tools that need much (resourceIntensiveHint); others wait"},
    Key{"heavyHours", at<&Server::heavy_hours>,
        "when they may be called, instead of limits.heavyHours; 00:00-24:00 is at any time", Rule::kAny, {}, "as limits says"},
    Key{"writes", at<&Server::writes>,
        "calls of tools that are not read-only, of all clients; serial: one at a time, in the order they came, "
        "and reads run beside them; exclusive: one at a time, and nothing beside it; parallel: as they come"},
    Key{"maxMessage", at<&Server::max_message>, "size of one message from the server", Rule::kAny, kMessage},
};

constexpr std::array kRuleKeys{
    Key{"tool", at<&resolve::Rule::tool>, "the tool's name at its server; * stands for anything"},
    Key{"when", at<&resolve::Rule::when>,
        "arguments by name or JSON pointer, each with a value, a list of values, or one of "
        "{matches: PATTERN}, {absent: true} and {absent: false}; all must hold", Rule::kAny, {}, "every call"},
    Key{"then", at<&resolve::Rule::then>,
        "annotation fields and what they are for such a call: the operator's word", Rule::kAny, {}, "none; needed"},
};

constexpr std::array kViewKeys{
    Key{"servers", at<&View::servers>, "the servers whose tools it has; * stands for anything", Rule::kAny, {}, "all"},
    Key{"tools", at<&View::tools>,
        "the tools it has, by the names that clients of /mcp see; * stands for anything", Rule::kAny, {}, "all"},
    Key{"except", at<&View::except>, "tools to leave out, in the same way", Rule::kAny, {}, "none"},
    Key{"tier", at<&View::tier>, "the most that a call may do; tools that do more are left out"},
    Key{"routing", at<&View::routing>, "as at the top level, for this view"},
};

constexpr std::array kApprovalKeys{
    Key{"timeout", at<&Approvals::timeout>, "how long a question may wait for its answer", Rule::kAny, kTime},
    Key{"wait", at<&Approvals::wait>, "how long the call itself waits for it, if its client cannot be asked; then it is refused, and may be made again once it is allowed", Rule::kAny, kTime},
    Key{"waitForClient", at<&Approvals::wait_for_client>, "how long the call waits while its legacy client asks a person: less than the client waits for a call; then it is refused, and an answer that is given later counts for the same call made again", Rule::kAny, kTime},
    Key{"page", at<&Approvals::page>, "where people reach the approval page, /approvals/ behind it, for clients that can only open URLs: the address before a proxy; off: there is none", Rule::kUrlOrOff, {}, "where the gateway listens; none if that is every address, or nowhere"},
    Key{"webhook", at<&Approvals::webhook>, "who else is told of each question", Rule::kAny, {}, "nobody"},
};

constexpr std::array kWebhookKeys{
    Key{"url", at<&Webhook::url>, "where each question, or decision, is posted, as JSON", Rule::kUrl, {}, "none"},
    Key{"secret", at<&Webhook::secret>,
        "what the posts are signed with; needed with url", Rule::kAny, {}, "none"},
    Key{"timeout", at<&Webhook::timeout>, "of one attempt", Rule::kAny, kTime},
};

constexpr std::array kForeignConfigKeys{
    ForeignKey{"$schema", "", true},  // for editors
    ForeignKey{"inputs", "take secrets from the environment, ${NAME}, or a file, ${file:PATH}"},
    ForeignKey{"globalShortcut", ""},
    ForeignKey{"preferences", ""},
};

constexpr std::array kForeignServerKeys{
    ForeignKey{"alwaysAllow", ""},
    ForeignKey{"auth", "put what the server wants to see into headers"},
    ForeignKey{"autoApprove", ""},
    ForeignKey{"description", ""},
    ForeignKey{"dev", ""},
    ForeignKey{"disabledTools", ""},
    ForeignKey{"enabledTools", ""},
    ForeignKey{"envFile", "list the variables in env; ${file:PATH} reads one value from a file"},
    ForeignKey{"excludeTools", ""},
    ForeignKey{"gallery", ""},
    ForeignKey{"icon", ""},
    ForeignKey{"includeTools", ""},
    ForeignKey{"name", ""},
    ForeignKey{"oauth", "put what the server wants to see into headers"},
    ForeignKey{"sandboxEnabled", ""},
    ForeignKey{"timeout", "callTimeout, with a unit: 60s"},
    ForeignKey{"tools", ""},
    ForeignKey{"version", ""},
};

constexpr std::array kConfigHints{
    Hint{"host", "listen: host:port"},     Hint{"port", "listen: host:port"},
    Hint{"address", "listen: host:port"},  Hint{"bind", "listen: host:port"},
    Hint{"mcp", "mcpServers"},             Hint{"context_servers", "mcpServers"},
};

constexpr std::array kServerHints{
    Hint{"enabled", "disabled"},      Hint{"serverUrl", "url"},  Hint{"httpUrl", "url"},
    Hint{"endpoint", "url"},          Hint{"transport", "type"}, Hint{"transportType", "type"},
    Hint{"arguments", "args"},        Hint{"environment", "env"}, Hint{"workingDirectory", "cwd"},
    Hint{"requestTimeout", "callTimeout"},
};

constexpr Section kConfigSection{
    "Top level", "", "at the top level", kConfigKeys, kForeignConfigKeys, kConfigHints};
constexpr Section kLimitsSection{
    "limits", "None of them can be switched off.", "under limits", kLimitKeys, {}, {}};
constexpr Section kServerSection{
    "mcpServers", "Each server has these keys.", "in a server's entry", kServerKeys, kForeignServerKeys, kServerHints};
constexpr Section kRuleSection{
    "resolve", "Each rule in a server's `resolve` has these keys.", "in a rule of resolve", kRuleKeys, {}, {}};
constexpr Section kViewSection{
    "views", "Each view has these keys. What fits all of them is in it.", "in a view", kViewKeys, {}, {}};
constexpr Section kApprovalSection{
    "approvals", "", "under approvals", kApprovalKeys, {}, {}};
constexpr Section kWebhookSection{
    "approvals.webhook, channels", "docs/approvals.md says what is posted and how it is signed.",
    "in a webhook", kWebhookKeys, {}, {}};
// clang-format on

constexpr std::array kSections{&kConfigSection, &kServerSection,   &kLimitsSection, &kViewSection,
                               &kRuleSection,   &kApprovalSection, &kWebhookSection};
static_assert(kSections.size() == std::variant_size_v<Owner>);

template <typename Rows>
const typename Rows::value_type* find_named(const Rows& rows, std::string_view name) {
  const auto it = std::ranges::find(rows, name, &Rows::value_type::name);
  return it == rows.end() ? nullptr : &*it;
}

}  // namespace

const Key* Section::find(std::string_view name) const {
  for (const auto& key : keys) {
    if (key.name == name || (!key.alias.empty() && key.alias == name)) return &key;
  }
  return nullptr;
}

const ForeignKey* Section::find_foreign(std::string_view name) const {
  return find_named(foreign, name);
}

std::string Section::remedy_for(std::string_view unknown) const {
  if (const auto* hint = find_named(hints, unknown)) return std::string(hint->remedy);
  std::vector<std::string_view> names;
  for (const auto& key : keys) names.push_back(key.name);
  if (const auto meant = base::closest(unknown, names); !meant.empty()) return std::string(meant);
  for (const Section* other : kSections) {
    if (other->find(unknown) != nullptr) return fmt::format("{} stands {}", unknown, other->place);
  }
  return {};
}

const Section& section_of(Owner owner) { return *kSections[owner.index()]; }

}  // namespace touchstone::config
