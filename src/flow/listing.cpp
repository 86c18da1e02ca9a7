// Lists of what a server has: paths, ids and links, one on each line.
//
//   src/a.py                Found 2 files:             Untracked files:
//   docs/guide.md           1. src/a.py (120 bytes)      notes.md
//
// A name in a list may be anybody's choice (of a file, of a channel), so nothing is recorded: it is
// listed, which says no more than that the server has a thing of that name (Sightings::list). No
// list vouches for a mail address, an account or a phone number, nor for links to several hosts.
// One sentence, or one order, and the text is none.
#include <algorithm>
#include <cstdint>
#include <string>

#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "flow/list_line.hpp"
#include "flow/tokens.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxRemarks = 3;  // before the first name, and as many behind the last

class ListCutter {
 public:
  explicit ListCutter(Cutter& out) : out_(out) {}

  bool run(std::string_view rest) {
    while (!rest.empty()) {
      const auto line = take_line(rest);
      if (!without_space(line).empty() && !take(read_list_line(line))) return false;
      out_.layout("\n");
    }
    return entries_ > 0 && links_ != 1;
  }

 private:
  bool take(const ListLine& line) {
    if (line.kind == LineKind::kOther) return false;
    if (line.kind == LineKind::kEntry) return take_entry(line);
    const bool remark = line.kind == LineKind::kRemark;
    if (remark && ++remarks_ > kMaxRemarks) return false;
    out_.prose(line.rest);
    return true;
  }

  bool take_entry(const ListLine& line) {
    const bool first = entries_++ == 0;
    if (!first && remarks_ > 0) return false;  // between names
    const auto links = line.is_one_thing ? Links::kNone : links_in(line.name);
    if (links == Links::kOfSeveral) return false;
    remarks_ = 0;
    out_.layout(line.mark);
    if (links == Links::kBare) {
      out_.prose(line.name);
    } else {
      out_.listed(line.name, line.is_one_thing ? Manner::kNamed : Manner::kMentioned);
    }
    if (!line.id.empty()) {
      out_.layout(" (");
      out_.listed(line.id, Manner::kNamed);
      out_.layout(")");
    }
    if (!line.rest.empty()) out_.prose(line.rest);
    return true;
  }

  enum class Links : std::uint8_t { kNone, kBare, kOfOneHost, kOfSeveral };

  // Links lead to the server itself if all lead to one place; a single one may lead anywhere, and a
  // host without a scheme is whatever a file may be called.
  Links links_in(std::string_view name) {
    auto out = Links::kNone;
    TokenReader reader(name);
    while (const auto token = reader.next()) {
      if (token->kind != Kind::kUrl && token->kind != Kind::kHost) continue;
      if (name.find("://") == std::string_view::npos) return Links::kBare;
      const auto host = token->normal.substr(0, token->normal.find_first_of("/?#"));
      if (links_ == 0) host_ = host;
      if (host != host_) return Links::kOfSeveral;
      links_ += token->kind == Kind::kUrl ? 1 : 0;
      out = Links::kOfOneHost;
    }
    return out;
  }

  Cutter& out_;
  std::string host_;  // of the links
  std::size_t links_ = 0;
  std::size_t entries_ = 0;
  std::size_t remarks_ = 0;
};

}  // namespace

bool cut_listing(std::string_view text, Cutter& out) { return ListCutter(out).run(text); }

}  // namespace touchstone::flow
