#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kReadonlyPack = R"yaml(name: readonly
description: Nothing that changes anything.
extends: balanced
rules:
  - name: block-changes
    description: Only reading is allowed here
    effect: block
    conditions: {fact: tool.tier, greaterThan: read}

  - name: block-unknown-tools
    description: Nothing is known of what this tool does
    effect: block
    conditions:
      and:
        - {fact: request.method, equals: tools/call}
        - {fact: tool.tier, exists: false}
)yaml";

}  // namespace touchstone::policy
