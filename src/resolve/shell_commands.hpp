// The commands that are understood, and what in their arguments would make them something else.
#pragma once

#include <string_view>

#include "resolve/verdict.hpp"

namespace touchstone::resolve {

struct ShellCommand {
  std::string_view name;
  Effect effect = Effect::kRead;
  // Options that make it do more: letters that may not stand in a -cluster, long names (without
  // dashes, also when abbreviated), and words that may not stand anywhere.
  std::string_view letters = {};
  std::string_view options = {};
  std::string_view words = {};
  int most_operands = -1;  // more of them would be written to; -1: any number
  bool open_world = false;

  // No argument whatsoever makes it write.
  [[nodiscard]] constexpr bool harmless() const {
    return effect == Effect::kRead && letters.empty() && options.empty() && words.empty() &&
           most_operands < 0;
  }
};

// Null if it is not in the table.
[[nodiscard]] const ShellCommand* find_command(std::string_view name);

// Subcommands of git that read, with the same rules for their options.
[[nodiscard]] const ShellCommand* find_git_command(std::string_view name);

// Destroy whatever their arguments are.
inline constexpr std::string_view kDestroyers =
    "rm rmdir dd shred wipefs fdisk parted sfdisk gdisk truncate unlink srm mkswap kill pkill "
    "killall "
    "shutdown reboot halt poweroff dropdb del erase rd format Remove-Item";
// Change something, and we do not say more.
inline constexpr std::string_view kWriters =
    "touch chmod chown chgrp ln tee mv cp install rsync patch useradd userdel usermod passwd "
    "crontab "
    "systemctl service mount umount";
// Reach other machines, besides whatever else they do.
inline constexpr std::string_view kNetworkers =
    "curl wget ssh scp sftp rsync ftp telnet nc ncat netcat socat ping dig nslookup host whois "
    "traceroute nmap aws gcloud az kubectl helm gh docker podman npm npx pip pip3 yarn pnpm cargo "
    "go "
    "apt apt-get dnf yum brew snap mail sendmail mutt lftp rclone";
// Run what follows with other rights.
inline constexpr std::string_view kElevators = "sudo doas su pkexec runas";

}  // namespace touchstone::resolve
