#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kRegulatedPack = R"yaml(name: regulated
description: Strict, with regulated, financial and personal data kept inside and everything recorded.
extends: strict
rules:
  - name: record-calls
    description: Every call is recorded in full
    effect: allow
    audit: full

  - name: record-results
    description: Every result is recorded by its digest
    effect: allow
    phase: response
    audit: digest

  - name: block-regulated-to-public
    description: Regulated, financial or personal data have been seen, and this call makes things public
    effect: block
    notify: compliance
    conditions:
      and:
        - or:
            - {fact: session.label.classes, intersects: [regulated, financial, pii, credentials]}
            - {fact: flow.classes, intersects: [regulated, financial, pii, credentials]}
            - {fact: request.detections, intersects: [financial, pii, credentials]}
        - {fact: tool.annotations.inputMetadata.destination, equals: public}

  - name: ask-strongly-regulated-out
    description: Regulated, financial or personal data are in the arguments of a call that can send them out
    effect: escalate
    confirm: name
    notify: compliance
    conditions:
      and:
        - {fact: flow.classes, intersects: [regulated, financial, pii]}
        - or:
            - {fact: tool.legs.sendsOut, equals: true}
            - {fact: request.sendsOut, equals: true}

  - name: block-anonymous-changes
    description: Nobody is authenticated, and the call may change something
    effect: block
    conditions:
      and:
        - {fact: tool.tier, greaterThan: read}
        - not: {fact: principal.authenticated, equals: true}

  # Of a tool that is known to return such data they are what was asked for. A server that nobody trusts could say
  # so of any tool, so there only the operator's word counts.
  - name: redact-personal-data
    description: The result shows personal or financial data, and the tool is not known to return such
    effect: redact
    conditions: {fact: response.detections, intersects: [pii, financial]}
    unless:
      and:
        - {fact: tool.annotations.returnMetadata.sensitivity, intersects: [user, pii, financial, regulated]}
        - or:
            - {fact: server.trust, in: [standard, trusted]}
            - {fact: tool.evidence.returnMetadata.sensitivity.source, equals: operator}

  - name: quarantine-credentials
    description: The result shows credentials, which no model needs to read
    effect: quarantine
    notify: compliance
    conditions: {fact: response.detections, contains: credentials}
)yaml";

}  // namespace touchstone::policy
