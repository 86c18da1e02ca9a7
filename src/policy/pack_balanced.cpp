#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kBalancedPack = R"yaml(name: balanced
description: Asks where harm is likely, blocks where it is certain, and lets the rest pass without a prompt.
rules:
  - name: block-held-tools
    description: The tool is not the one that was accepted, and nobody has looked at the change
    effect: block
    conditions:
      or:
        - {fact: tool.pin.state, in: [changed, pending, rejected]}
        - {fact: server.trust, equals: blocked}

  - name: block-credentials-to-public
    description: The arguments carry credentials, and they would become public
    effect: block
    conditions:
      and:
        - or:
            - {fact: flow.classes, contains: credentials}
            - {fact: request.detections, contains: credentials}
        - {fact: tool.annotations.inputMetadata.destination, equals: public}

  - name: ask-credentials-out
    description: Credentials have been seen or are in the arguments, and this call can carry them outside
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: session.label.classes, contains: credentials}
            - {fact: flow.classes, contains: credentials}
            - {fact: request.detections, contains: credentials}
        - {fact: tool.legs.sendsOut, equals: true}

  - name: ask-after-untrusted
    description: Untrusted content has been seen, and this call could send data out or destroy something
    effect: escalate
    conditions:
      and:
        - {fact: session.label.untrusted, equals: true}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: tool.tier, equals: destructive}

  - name: ask-untrusted-destination
    description: Whom or what this call acts on was first named by untrusted content
    effect: escalate
    conditions:
      and:
        - {fact: flow.destination.untrusted, equals: true}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: tool.tier, greaterThan: read}

  # SEP-1984: reversible and not destructive is the lighter case, and passes.
  - name: ask-irreversible
    description: What this call does cannot be undone
    effect: escalate
    conditions:
      or:
        - {fact: tool.annotations.inputMetadata.outcomes, equals: irreversible}
        - {fact: tool.annotations.destructiveHint, equals: true}
    unless: {fact: tool.annotations.reversibleHint, equals: true}

  # SEP-1984: sensitive and privileged is high risk, and wants a strong yes.
  - name: ask-strongly-sensitive-privileged
    description: The tool handles sensitive data with elevated rights
    effect: escalate
    confirm: name
    audit: full
    conditions:
      and:
        - {fact: tool.annotations.sensitiveDataHint, equals: true}
        - {fact: tool.annotations.privilegedAccessHint, equals: true}

  # SEP-1938: an agent that destroys wants the stricter human in the loop.
  - name: ask-strongly-agent-destructive
    description: The tool plans by itself and may destroy
    effect: escalate
    confirm: name
    audit: full
    conditions:
      and:
        - {fact: tool.annotations.agencyHint, equals: true}
        - {fact: tool.annotations.destructiveHint, equals: true}

  - name: hold-malicious-results
    description: The result looks like an attack on the model, and waits for a person's look
    effect: escalate
    conditions:
      or:
        - {fact: response.annotations.maliciousActivityHint, equals: true}
        - {fact: response.detections, intersects: [injection, hidden]}

  # SEP-1938: an agent that only reads is a lower risk, but still acts on its own.
  - name: record-agent-reading
    description: The tool plans by itself, and only reads
    effect: allow
    audit: full
    conditions:
      and:
        - {fact: tool.annotations.agencyHint, equals: true}
        - {fact: tool.annotations.readOnlyHint, equals: true}

  # SEP-1984: AI over sensitive data; the pack ai-governance asks as well.
  - name: record-ai-on-sensitive
    description: An AI behind the tool sees sensitive data
    effect: allow
    audit: full
    conditions:
      and:
        - {fact: tool.annotations.aiProcessingHint, equals: true}
        - {fact: tool.annotations.sensitiveDataHint, equals: true}

  # SEP-1984: slow and heavy is managed, not asked about.
  - name: manage-slow-and-heavy
    description: The tool is slow and takes much of the machine
    effect: allow
    timeout: 30m
    limit: {calls: 10, window: 1m, per: server}
    conditions:
      and:
        - {fact: tool.annotations.slowExecutionHint, equals: true}
        - {fact: tool.annotations.resourceIntensiveHint, equals: true}
)yaml";

}  // namespace touchstone::policy
