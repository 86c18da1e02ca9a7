// Host: a gateway and everything around it, wired: loop, log, faces, listeners, signals, reload.
//
// `run`, `stdio` and the embedded half of `connect` differ only in which faces they open. The host
// lives on the thread that calls serve_*(), and ends with it.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "base/log.hpp"
#include "base/random.hpp"
#include "cli/means.hpp"
#include "cli/scratch.hpp"
#include "config/load.hpp"
#include "face/http_face.hpp"
#include "gateway/gateway.hpp"
#include "net/listen.hpp"
#include "net/signals.hpp"

namespace touchstone::cli {

// Where a config comes from: a file, or nowhere (the demo servers).
struct Origin {
  config::Config config;
  std::shared_ptr<const Scratch> scratch;  // the demo servers' folder, if there is one
  std::string policy_where = {};           // where it names its policy, for messages
  bool listen_is_given = false;            // by --listen, which stands whatever the file says
};

// Reads `path`, or what config::find_file() finds, or makes the demo's. Warnings and errors go to
// `err`; nothing if there was an error.
[[nodiscard]] std::optional<Origin> find_config(const std::string& path, std::ostream& err);

// The config in the usual places as far as it can be read, for where its gateway is; problems are
// told elsewhere. Without one: the defaults.
[[nodiscard]] config::Config usual_config();
// Where `touchstone connect` and `touchstone run` meet, unless the config says otherwise.
[[nodiscard]] std::string socket_path(const config::Config& config);
// Where the gateway that a command means is: at `socket`, else where `config` says, else where the
// config in the usual places does. An empty text is one that was not given.
[[nodiscard]] base::Result<std::string> socket_meant(const std::string& socket,
                                                     const std::string& config);
// Where the system gives us no folder of our own, /tmp/touchstone-UID is: made if need be, and an
// error if it is not ours alone. Nothing for sockets elsewhere.
[[nodiscard]] base::Result<void> make_socket_folder(const std::string& socket);

class Host {
 public:
  Host(Origin origin, Means means, base::Level level);
  ~Host();
  Host(const Host&) = delete;

  // Listens for HTTP and on the Unix socket until a signal comes; `ready` is told the real port.
  [[nodiscard]] base::Result<void> serve_http(const std::function<void(std::uint16_t)>& ready);
  // The gateway's answer to one request, after which all ends.
  [[nodiscard]] std::string ask(const std::string& request);
  // One client on these descriptors, until it goes.
  void serve_stdio(int read_fd, int write_fd);

 private:
  void ready_detectors();
  [[nodiscard]] base::Result<void> listen_locally();
  void on_signal(int number);
  void reload();
  void look_at_files();
  void shut_down();
  void shut_down_further();

  Origin origin_;
  base::Log log_;
  base::SystemRandom random_;
  std::unique_ptr<store::Store> store_;  // outlives the loop: what is asked of it is done
  guard::Scanner scanner_;
  net::Loop loop_;
  gateway::Gateway gateway_;
  std::unique_ptr<face::HttpFace> http_;
  std::unique_ptr<net::Listener> tcp_, unix_;
  std::unique_ptr<net::Signals> signals_;
  net::Alarm next_look_, next_step_;
  std::string file_seen_;    // what the config file looked like
  std::string policy_seen_;  // and the policy's
  std::thread detectors_;    // makes them ready
  bool stopping_ = false;
  net::Clock::time_point stop_by_;
};

}  // namespace touchstone::cli
