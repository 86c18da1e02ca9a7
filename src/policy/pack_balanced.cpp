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

  # A model can put what it has read into words of its own, so what everybody may read is a matter of what was seen.
  # What goes to somebody in particular is a matter of who that is, and of what the arguments carry.
  - name: ask-sensitive-to-public
    description: Personal, financial or regulated data are in the arguments or have been seen, and this would become public
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: flow.classes, intersects: [pii, financial, regulated]}
            - and:
                - {fact: session.label.classes, intersects: [pii, financial, regulated]}
                - {fact: tool.tier, greaterThan: read}
                - {fact: request.addressed, equals: false}
        - {fact: tool.annotations.inputMetadata.destination, equals: public}

  - name: ask-sensitive-out
    description: The arguments carry personal, financial or regulated data, and this can take them outside
    effect: escalate
    conditions:
      and:
        - {fact: flow.classes, intersects: [pii, financial, regulated]}
        - or:
            - and:
                - {fact: tool.legs.sendsOut, equals: true}
                - not: {fact: tool.annotations.inputMetadata.destination, intersects: [ephemeral, system, user, internal]}
            - {fact: request.sendsOut, equals: true}

  # A server asks in the middle of a call, and the client's model or person answers.
  - name: block-credentials-in-answers
    description: An answer to a server's question carries credentials that are not its own
    effect: block
    conditions:
      and:
        - {fact: request.method, in: [sampling/createMessage, elicitation/create, roots/list]}
        - {fact: request.sendsOut, equals: true}
        - or:
            - {fact: flow.classes, contains: credentials}
            - {fact: request.detections, contains: credentials}

  - name: ask-credentials-out
    description: Credentials have been seen or are in the arguments, and this call can carry them outside
    effect: escalate
    conditions:
      or:
        - and:
            - {fact: session.label.classes, contains: credentials}
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: tool.tier, greaterThan: read}
        - and:
            - or:
                - {fact: flow.classes, contains: credentials}
                - {fact: request.detections, contains: credentials}
            - or:
                - {fact: tool.legs.sendsOut, equals: true}
                - {fact: request.sendsOut, equals: true}

  # A request's label is the session's joined with what its client says of it (SEP-1913). Fetching what the attack
  # names tells its author that it worked, and whatever the address has room for.
  - name: ask-after-attack
    description: An attack on the model has been seen, and this call does more than read, or goes to an address that only content named
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: session.label.malicious, equals: true}
            - {fact: request.annotations.maliciousActivityHint, equals: true}
        - or:
            - {fact: tool.tier, greaterThan: read}
            - and:
                - {fact: flow.destination.untrusted, equals: true}
                - or:
                    - {fact: tool.legs.sendsOut, equals: true}
                    - {fact: request.sendsOut, equals: true}

  # All three legs: untrusted content, private data, a way out. Data that are in the arguments may leave by whatever
  # nobody rules out; a model can put them into words of its own, too, where it is known that others will read them.
  # Most tools say nothing of themselves, so that most content may be untrusted: to ask before each call that could
  # send would be to ask all day. What an injected instruction makes of a call shows in its arguments, see below.
  - name: ask-after-untrusted
    description: Untrusted content has been seen, and this call could take private data outside
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: session.label.untrusted, equals: true}
            - {fact: request.annotations.openWorldHint, equals: true}
        - or:
            - and:
                - or:
                    - {fact: tool.legs.sendsOut, equals: true}
                    - {fact: request.sendsOut, equals: true}
                - or:
                    - {fact: flow.private, equals: true}
                    - {fact: flow.classes, exists: true}
            - and:
                - {fact: session.label.private, equals: true}
                - {fact: tool.tier, greaterThan: read}
                - or:
                    - {fact: tool.annotations.inputMetadata.destination, equals: public}
                    - {fact: tool.declared.openWorldHint, equals: true}
                    - {fact: request.addressed, equals: true}

  # What untrusted content brought should not become public by itself (SEP-1913), if it is said that it does: to post
  # in a channel of one's own is called so as well.
  - name: ask-untrusted-to-public
    description: Untrusted content has been seen, and this call makes something public
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: session.label.untrusted, equals: true}
            - {fact: request.annotations.openWorldHint, equals: true}
        - {fact: tool.annotations.inputMetadata.destination, equals: public}
        - {fact: tool.tier, greaterThan: read}
        - {fact: request.addressed, equals: false}
        - or:
            - {fact: tool.evidence.inputMetadata.destination.source, greaterThan: inferred}
            - {fact: tool.declared.inputMetadata.destination, equals: public}

  - name: ask-untrusted-destructive
    description: Untrusted content has been seen, and this call may destroy something
    effect: escalate
    conditions:
      and:
        - or:
            - {fact: session.label.untrusted, equals: true}
            - {fact: request.annotations.openWorldHint, equals: true}
        - {fact: tool.tier, equals: destructive}

  # How a value stands in content tells more than where: a task takes its recipients from records,
  # an injected instruction names its own, in prose.
  - name: ask-untrusted-destination
    description: Whom or what this call acts on was only named in content of untrusted or unknown authors
    effect: escalate
    conditions:
      and:
        - {fact: flow.destination.untrusted, equals: true}
        - {fact: tool.tier, greaterThan: read}

  # Following a link that content gave tells its owner little; one that is put together at such a place can tell
  # everything. All three legs are there: private data, untrusted content, a way out.
  - name: ask-altered-destination
    description: Private data have been seen, and this call writes something of its own into an address that only untrusted or unknown authors named
    effect: escalate
    conditions:
      and:
        - {fact: flow.destination.altered, equals: true}
        - {fact: session.label.private, equals: true}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: request.sendsOut, equals: true}

  - name: ask-untrusted-link
    description: The call passes on a link that only untrusted or unknown authors named
    effect: escalate
    conditions:
      and:
        - {fact: flow.links.untrusted, equals: true}
        - {fact: tool.tier, greaterThan: read}
        - {fact: tool.legs.sendsOut, equals: true}

  - name: ask-directed
    description: The call does what an instruction inside some content said
    effect: escalate
    conditions:
      or:
        - and:
            - or:
                - {fact: flow.directed, equals: true}
                - {fact: flow.directed.tool, equals: true}
            - {fact: tool.tier, greaterThan: read}
        - and:
            - {fact: flow.directed, equals: true}
            - {fact: flow.destination.untrusted, equals: true}
            - or:
                - {fact: tool.legs.sendsOut, equals: true}
                - {fact: request.sendsOut, equals: true}

  # Where not everything could be looked at, the facts of flows say the worst that may be true.
  - name: ask-untraced
    description: Its arguments are too large to be traced, and may act on what untrusted or unknown authors named
    effect: escalate
    conditions:
      and:
        - {fact: flow.complete, equals: false}
        - {fact: tool.tier, greaterThan: read}
        - or:
            - {fact: flow.destination.untrusted, equals: true}
            - {fact: flow.links.untrusted, equals: true}
            - {fact: flow.directed, equals: true}

  # SEP-1984: reversible and not destructive is the lighter case, and passes. That a mail cannot be
  # called back is no reason to ask about each: inference alone does not, its author's word does. And that nobody says
  # anything of a tool that a person may know tells nothing about this call: if untrusted content may have led to it,
  # ask-untrusted-destructive does ask.
  - name: ask-irreversible
    description: What this call does cannot be undone
    effect: escalate
    conditions:
      or:
        - and:
            - {fact: tool.annotations.inputMetadata.outcomes, equals: irreversible}
            - or:
                - {fact: tool.evidence.inputMetadata.outcomes.source, greaterThan: inferred}
                - {fact: tool.declared.inputMetadata.outcomes, equals: irreversible}
        - and:
            - {fact: tool.annotations.destructiveHint, equals: true}
            - or:
                - {fact: tool.evidence.destructiveHint.source, greaterThan: default}
                - {fact: server.trust, equals: untrusted}
                - {fact: tool.pin.state, equals: unknown}
    # A guess that it can be undone does not take back its author's word that it destroys.
    unless:
      and:
        - {fact: tool.annotations.reversibleHint, equals: true}
        - or:
            - {fact: tool.evidence.reversibleHint.source, greaterThan: inferred}
            - not: {fact: tool.declared.destructiveHint, equals: true}

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
