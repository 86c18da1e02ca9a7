#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kStrictPack = R"yaml(name: strict
description: Balanced, and asks before every write and every way out.
extends: balanced
rules:
  - name: ask-before-changing
    description: The call may change something
    effect: escalate
    conditions: {fact: tool.tier, greaterThan: read}

  - name: ask-before-sending
    description: The call can carry data to the outside
    effect: escalate
    conditions: {fact: tool.legs.sendsOut, equals: true}

  # On a server's own route what is not listed, and methods of the server's own, go there as they are.
  - name: ask-before-the-unknown
    description: Nothing is known of what this does
    effect: escalate
    conditions:
      or:
        - and:
            - {fact: request.method, equals: tools/call}
            - {fact: tool.tier, exists: false}
        - and:
            - {fact: request.method, exists: true}
            - not:
                {fact: request.method, in: [tools/call, tools/resolve, resources/read, resources/subscribe,
                  resources/unsubscribe, subscriptions/listen, prompts/get, completion/complete, tasks/get, tasks/result,
                  tasks/list, tasks/update, tasks/cancel, sampling/createMessage, elicitation/create, roots/list]}

  # SEP-1913, its first example.
  - name: block-open-world-to-external
    description: Untrusted content would become public
    effect: block
    conditions:
      and:
        - {fact: request.annotations.openWorldHint, equals: true}
        - {fact: tool.annotations.inputMetadata.destination, equals: public}

  - name: block-credentials-out
    description: Credentials have been seen, and this call can carry them outside
    effect: block
    conditions:
      and:
        - {fact: session.label.classes, contains: credentials}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: request.sendsOut, equals: true}

  - name: block-untrusted-destination
    description: Untrusted content chose where this call sends to
    effect: block
    conditions:
      and:
        - {fact: flow.destination.untrusted, equals: true}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: request.sendsOut, equals: true}

  # A server is what its operator lets it be: that its tool only reads and stays inside is its own word.
  - name: ask-before-passing-on
    description: Private data of one server would go to another
    effect: escalate
    conditions: {fact: flow.elsewhere, equals: true}
    unless: {fact: server.trust, equals: trusted}

  - name: block-changes-by-untrusted-servers
    description: A server that is not trusted may change something
    effect: block
    conditions:
      and:
        - {fact: server.trust, in: [untrusted, quarantine]}
        - {fact: tool.tier, greaterThan: read}

  - name: ask-poisoned-tools
    description: The tool's definition speaks to the model and against its user
    effect: escalate
    conditions: {fact: tool.findings, intersects: [poison, shadow, lie]}

  - name: redact-credentials
    description: The result shows credentials
    effect: redact
    conditions: {fact: response.detections, contains: credentials}
)yaml";

}  // namespace touchstone::policy
