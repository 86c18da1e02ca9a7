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

#include "flow/layouts.hpp"
#include "flow/letters.hpp"
#include "flow/list_line.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxRemarks = 3;  // before the first name, and as many behind the last
constexpr std::string_view kTraceback = "Traceback (most recent call last)";

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
    if (!is_of_one_host(line.name)) return false;
    remarks_ = 0;
    out_.layout(line.mark);
    out_.listed(line.name, is_thing(line.name) ? Manner::kNamed : Manner::kMentioned);
    if (!line.id.empty()) {
      out_.layout(" (");
      out_.listed(line.id, Manner::kNamed);
      out_.layout(")");
    }
    if (!line.rest.empty()) out_.prose(line.rest);
    return true;
  }

  // Links lead to the server itself if all lead to one place; a single one may lead anywhere.
  bool is_of_one_host(std::string_view name) {
    const auto mark = name.find("://");
    if (mark == std::string_view::npos) return true;
    const auto host = name.substr(0, name.find_first_of("/?#\\", mark + 3));
    return links_++ == 0 ? (host_ = host, true) : host == host_;
  }

  Cutter& out_;
  std::string_view host_;  // with its scheme
  std::size_t links_ = 0;
  std::size_t entries_ = 0;
  std::size_t remarks_ = 0;
};

// `  File "/src/a.py", line 12, in parse`: the path; empty: it is another line.
std::string_view file_of_frame(std::string_view line) {
  constexpr std::string_view kFile = "File \"";
  const auto body = without_space(line);
  if (body.size() == line.size() || !body.starts_with(kFile)) return {};
  const auto path = body.substr(kFile.size(), body.find('"', kFile.size()) - kFile.size());
  const auto behind = body.substr(std::min(body.size(), kFile.size() + path.size()));
  return behind.starts_with("\", line ") ? path : std::string_view();
}

bool cut_traceback(std::string_view rest, Cutter& out) {
  if (!without_space(rest).starts_with(kTraceback)) return false;
  while (!rest.empty()) {
    const auto line = take_line(rest);
    if (const auto file = file_of_frame(line); !file.empty()) {
      out.listed(file, Manner::kMentioned);
    } else {
      out.prose(line);
    }
    out.layout("\n");
  }
  return true;
}

}  // namespace

bool cut_listing(std::string_view text, Cutter& out) {
  return cut_traceback(text, out) || ListCutter(out).run(text);
}

}  // namespace touchstone::flow
