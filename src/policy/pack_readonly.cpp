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

  # A server's own methods go there on its route, and no one knows what they do.
  - name: block-unknown-methods
    description: Nobody knows whether what this method does is only reading
    effect: block
    conditions:
      and:
        - {fact: request.method, exists: true}
        - not:
            {fact: request.method, in: [tools/call, tools/resolve, resources/read, resources/subscribe,
              resources/unsubscribe, subscriptions/listen, prompts/get, completion/complete, tasks/get, tasks/result,
              tasks/list, tasks/update, tasks/cancel, sampling/createMessage, elicitation/create, roots/list]}
)yaml";

}  // namespace touchstone::policy
