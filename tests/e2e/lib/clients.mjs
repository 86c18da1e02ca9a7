// Two generations of the official client SDK behind one small interface, so that one scenario table
// serves them all. A client kind is "<sdk>-<mode>-<transport>"; its era is known after connecting.
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SSEClientTransport as Sse1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as types1 from '@modelcontextprotocol/sdk/types.js';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { until } from './harness.mjs';

export const kinds = [
  'sdk1-http', 'sdk1-stdio',
  'sdk2-legacy-http', 'sdk2-legacy-stdio',
  'sdk2-auto-http', 'sdk2-auto-stdio',
  'sdk2-pinned-http', 'sdk2-pinned-stdio'
];
export const transport_of = kind => kind.slice(kind.lastIndexOf('-') + 1);
export const may_be_legacy = kind => !kind.includes('pinned');
export const may_be_modern = kind => kind.includes('pinned') || kind.includes('auto');

const modes = { legacy: 'legacy', auto: 'auto', pinned: { pin: '2026-07-28' } };
const info = { name: 'touchstone-e2e', version: '1.0.0', title: 'End to end' };
const all_capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } };
export const roots = [{ uri: 'file:///tmp/touchstone-e2e-root', name: 'root' }];

// Fills in a form the way a polite user would, and always the same way.
function fill_in({ properties = {} }) {
  const one = schema => {
    if (schema.default !== undefined) return schema.default;
    const words = schema.enum ?? schema.oneOf?.map(it => it.const) ?? schema.anyOf?.map(it => it.const);
    if (words) return words[0];
    switch (schema.type) {
      case 'boolean': return true;
      case 'integer': return schema.minimum ?? 7;
      case 'number': return schema.minimum ?? 2.5;
      case 'array': return [one(schema.items ?? {})];
      default: return { email: 'ada@example.org', uri: 'https://example.org/', date: '2026-01-02', 'date-time': '2026-01-02T03:04:05Z' }[schema.format] ?? 'Ada';
    }
  };
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, one(schema)]));
}

// What a server may ask a client, answered; each question is remembered without what is random in it.
// `person` answers forms.
const polite = params => ({ action: 'accept', content: fill_in(params.requestedSchema) });
function answers(asked, person) {
  const remember = (method, params, keys) => asked.push({ method, ...Object.fromEntries(keys.filter(key => params?.[key] !== undefined).map(key => [key, params[key]])) });
  return {
    'elicitation/create': ({ params }) => {
      remember('elicitation/create', params, ['message', 'requestedSchema', 'url']);
      return params.mode === 'url' ? { action: 'accept' } : person(params);
    },
    'sampling/createMessage': ({ params }) => {
      remember('sampling/createMessage', params, ['messages', 'maxTokens', 'systemPrompt', 'temperature']);
      return { role: 'assistant', model: 'e2e-model', stopReason: 'endTurn', content: { type: 'text', text: 'sampled words' } };
    },
    'roots/list': () => {
      asked.push({ method: 'roots/list' });
      return { roots };
    }
  };
}

// `target` is {url} or {command, args, env}, with `sse: true` for the transport of 2024-11-05, and
// `prefix` if names are aggregated. Nothing a scenario sees has the prefix. `person` answers what the
// client is asked; with null nobody is there, and the client says so. With `opens` the client can only
// open URLs, and that is who does it and says what became of it.
export async function connect(kind, target, { person = polite, opens } = {}) {
  const asked = [];
  const capabilities = opens ? { elicitation: { url: {} } } : person ? all_capabilities : {};
  const heard = [];
  const first = kind.startsWith('sdk1');
  const client = first
    ? new Client1(info, { capabilities })
    : new Client2(info, { capabilities, versionNegotiation: { mode: modes[kind.split('-')[1]], probe: { timeoutMs: 20000 } } });
  const questions = opens ? { 'elicitation/create': ({ params }) => opens(params) } : person ? answers(asked, person) : {};
  for (const [method, answer] of Object.entries(questions)) {
    const handler = async request => answer(request);
    if (!first) client.setRequestHandler(method, handler);
    else client.setRequestHandler({
      'elicitation/create': types1.ElicitRequestSchema,
      'sampling/createMessage': types1.CreateMessageRequestSchema,
      'roots/list': types1.ListRootsRequestSchema
    }[method], handler);
  }
  client.fallbackNotificationHandler = async it => { heard.push(it); };
  client.onerror = () => {};
  await client.connect(transport(kind, target), { timeout: 40000 });
  const era = first ? 'legacy' : client.getProtocolEra();
  return new Peer({ client, kind, era, prefix: target.prefix ?? '', asked, heard });
}

function transport(kind, { url, sse, command, args, env }) {
  const first = kind.startsWith('sdk1');
  if (sse) return new Sse1(new URL(url));
  if (url) return first ? new Http1(new URL(url)) : new Http2(new URL(url));
  return new (first ? Stdio1 : Stdio2)({ command, args, env: { ...process.env, ...env }, stderr: 'ignore' });
}

class Peer {
  constructor(parts) { Object.assign(this, parts); }
  get modern() { return this.era === 'modern'; }

  name(name) { return this.prefix + name; }
  #plain(list) {
    return list.map(it => (it.name.startsWith(this.prefix) ? { ...it, name: it.name.slice(this.prefix.length) } : it));
  }
  async #all(method, key) {
    const found = [];
    let cursor;
    do {
      const page = await this.client[method](cursor === undefined ? undefined : { cursor });
      found.push(...page[key]);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }
  async tools() { return by(this.#plain(await this.#all('listTools', 'tools')), 'name'); }
  async prompts() { return by(this.#plain(await this.#all('listPrompts', 'prompts')), 'name'); }
  async resources() { return by(await this.#all('listResources', 'resources'), 'uri'); }
  async templates() { return by(await this.#all('listResourceTemplates', 'resourceTemplates'), 'uriTemplate'); }

  call(name, args = {}, { meta, ...how } = {}) {
    const params = { name: this.name(name), arguments: args, ...(meta && { _meta: meta }) };
    const settings = { timeout: 20000, ...how };
    return this.client instanceof Client1 ? this.client.callTool(params, undefined, settings) : this.client.callTool(params, settings);
  }
  prompt(name, args) { return this.client.getPrompt({ name: this.name(name), ...(args && { arguments: args }) }); }
  read(uri) { return this.client.readResource({ uri }); }
  complete(ref, argument, context) {
    const renamed = ref.name === undefined ? ref : { ...ref, name: this.name(ref.name) };
    return this.client.complete({ ref: renamed, argument, ...(context && { context }) });
  }

  // Both eras' way to hear of changes: {toolsListChanged: true} or {resourceSubscriptions: [uri]}.
  async listen(filter) {
    if (this.modern) {
      const subscription = await this.client.listen(filter);
      return () => subscription.close();
    }
    const uris = filter.resourceSubscriptions ?? [];
    for (const uri of uris) await this.client.subscribeResource({ uri });
    return async () => { for (const uri of uris) await this.client.unsubscribeResource({ uri }); };
  }
  hear(method, matches = () => true, ms = 5000) {
    return until(ms, `${method} to ${this.kind}`, () => this.heard.find(it => it.method === method && matches(it.params)));
  }
  close() { return this.client.close(); }
}

const by = (list, key) => list.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
