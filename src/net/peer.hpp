// Who is at the other end of a Unix socket. Inside net/ only.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

namespace touchstone::net {

// The mode of a socket file keeps others from connecting; this also keeps us from others, who may
// have been there first.
[[nodiscard]] inline bool is_ours(int fd) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

}  // namespace touchstone::net
