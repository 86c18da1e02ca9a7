#include "base/trim.hpp"

#include <cstdint>

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// Of mimalloc, which the shipped program has and its tests do not.
extern "C" [[gnu::weak]] void mi_collect(bool force);

namespace touchstone::base {
namespace {

// Only what nobody can have written to: it is in the file still.
int forget_segments(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
    const std::uintptr_t begin = (info->dlpi_addr + segment.p_vaddr + page - 1) / page * page;
    const std::uintptr_t end = (info->dlpi_addr + segment.p_vaddr + segment.p_filesz) / page * page;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses of mappings are numbers here
    if (end > begin) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  return 0;
}

}  // namespace

void trim_after_start() {
  if (mi_collect != nullptr) {
    mi_collect(true);
  } else {
    ::malloc_trim(0);
  }
  ::dl_iterate_phdr(forget_segments, nullptr);
}

}  // namespace touchstone::base
