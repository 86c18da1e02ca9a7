// Paths and addresses from anywhere: inside is said only of what a second look also finds inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "resolve/address.hpp"
#include "resolve/path.hpp"

namespace {

using namespace touchstone::resolve;  // NOLINT(google-build-using-namespace): one small file

void require(bool holds) {
  if (!holds) std::abort();
}

const std::vector<std::string> kRoots{"/srv/app"};
const std::vector<std::string> kDomains{"acme.example"};

void check_path(const std::string& text) {
  const auto normal = normal_path(text);
  if (!normal.empty()) {
    require(normal_path(normal) == normal);
    require(normal == ".." || ("/" + normal + "/").find("/../") == std::string::npos);
  }
  const auto where = classify_path(text, kRoots);
  if (where.place != Place::kInside) return;
  require(normal == "/srv/app" || normal.starts_with("/srv/app/"));
  require(classify_path(text, {}).place != Place::kInside);
}

void check_address(const std::string& text) {
  for (const auto& where : {classify_url(text, kDomains), classify_host(text, kDomains)}) {
    if (where.reach != Reach::kInternal) continue;
    require(!where.host.empty());
    // A name that is inside only because of the organisation's domain ends with it.
    const auto without = classify_host(where.host, {});
    require(without.reach == Reach::kInternal || where.host == "acme.example" ||
            where.host.ends_with(".acme.example"));
  }
  if (classify_mail(text, kDomains).reach == Reach::kInternal) {
    require(classify_mail(text + ", eve@evil.example", kDomains).reach == Reach::kPublic);
    require(classify_mail(text, {}).reach != Reach::kInternal);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  check_path(text);
  check_address(text);
  return 0;
}
