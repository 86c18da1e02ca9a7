// JSON-RPC without an SDK and without JSON.parse on the way: texts are sent and compared byte by byte.
import { spawn } from 'node:child_process';
import { until, within } from './harness.mjs';

// The members of a JSON object as [key, text of the value], the bytes untouched. The elements of an
// array likewise, with their index as key. Of what is not JSON: whatever looks like it.
export function members(json) {
  const found = [];
  let depth = 0;
  let in_string = false;
  let begin = -1;
  let key;
  const list = json.trimStart()[0] === '[';
  for (let at = 0; at < json.length; at += 1) {
    const c = json[at];
    if (in_string) {
      if (c === '\\') at += 1;
      else if (c === '"') in_string = false;
      continue;
    }
    if (c === '"') in_string = true;
    if (c === '{' || c === '[') {
      depth += 1;
      if (depth === 1) { begin = at + 1; continue; }
    }
    const closing = c === '}' || c === ']';
    if (depth === 1 && c === ':' && key === undefined && !list) {
      key = unquoted(json.slice(begin, at));
      begin = at + 1;
    } else if (depth === 1 && (c === ',' || closing)) {
      const value = json.slice(begin, at).trim();
      if (value !== '' || key !== undefined) found.push([list ? found.length : key, value]);
      key = undefined;
      begin = at + 1;
    }
    if (closing) depth -= 1;
  }
  return found;
}
function unquoted(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
// The text at a path of keys, or undefined.
export function dig(json, ...path) {
  return path.reduce((text, key) => text === undefined ? undefined : members(text).find(([name]) => name === key)?.[1], json);
}

export const modern_meta = (capabilities = '{}') =>
  `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":${capabilities},` +
  '"io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"}';
const initialize = '{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}';
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

// Both have: era, and ask(text) → every message text up to and including the answer to it.
export class RawStdio {
  #heard = []; // {text, answers: the id it answers}
  constructor({ command, args, env }, era) {
    this.era = era;
    this.child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    let parts = [];
    this.child.stdout.on('data', chunk => {
      let begin = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, begin)) {
        const text = Buffer.concat([...parts, chunk.subarray(begin, end)]).toString();
        const pairs = new Map(members(text));
        this.#heard.push({ text, answers: pairs.has('method') ? undefined : pairs.get('id') });
        parts = [];
        begin = end + 1;
      }
      parts.push(chunk.subarray(begin));
    });
    this.child.stdin.on('error', () => {});
    this.child.on('error', () => {}); // shows in the first answer that does not come
  }
  async open() {
    if (this.era === 'modern') return this;
    await this.ask(initialize);
    this.child.stdin.write(`${initialized}\n`);
    return this;
  }
  heard(method) { return this.#heard.some(({ text }) => dig(text, 'method') === JSON.stringify(method)); }
  get ended() { return this.child.exitCode ?? this.child.signalCode; }
  async ask(text, ms = 20000) {
    const id = dig(text, 'id');
    const from = this.#heard.length;
    this.child.stdin.write(`${text}\n`);
    const end = await until(ms, `an answer to ${id}`, () => {
      const at = this.#heard.findIndex((it, index) => index >= from && it.answers === id);
      if (at < 0 && this.ended !== null) throw new Error(`the server ended with ${this.ended}`);
      return at >= 0 && at + 1;
    });
    return this.#heard.slice(from, end).map(it => it.text);
  }
  async close() {
    this.child.stdin.end();
    const gone = new Promise(resolve => this.child.once('close', resolve));
    if (this.ended === null) await within(3000, 'end of stdio', gone).catch(() => this.child.kill('SIGKILL'));
  }
}

export class RawHttp {
  #session;
  constructor({ url }, era) { this.url = url; this.era = era; }
  async open() {
    if (this.era === 'modern') return this;
    this.opening = (await this.ask(initialize)).at(-1);
    if (dig(this.opening, 'result') !== undefined) await this.post(initialized);
    return this;
  }
  headers(text) {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    if (this.era === 'legacy') return this.#session ? { ...all, 'mcp-session-id': this.#session, 'mcp-protocol-version': '2025-11-25' } : all;
    const name = dig(text, 'params', 'name') ?? dig(text, 'params', 'uri');
    return { ...all, 'mcp-protocol-version': '2026-07-28', 'mcp-method': JSON.parse(dig(text, 'method')), ...(name && { 'mcp-name': JSON.parse(name) }) };
  }
  async post(text, signal) {
    const response = await fetch(this.url, { method: 'POST', headers: this.headers(text), body: text, signal });
    this.#session ??= response.headers.get('mcp-session-id') ?? undefined;
    return response;
  }
  async ask(text, ms = 20000) {
    const response = await this.post(text, AbortSignal.timeout(ms));
    this.status = response.status;
    const body = await response.text();
    if (!response.headers.get('content-type')?.includes('text/event-stream')) return [body];
    return body.split(/\r?\n\r?\n/)
      .map(event => event.split(/\r?\n/).filter(line => line.startsWith('data:')).map(line => line.slice(5).replace(/^ /, '')).join('\n'))
      .filter(data => data !== '');
  }
  async close() {
    if (this.#session) await fetch(this.url, { method: 'DELETE', headers: this.headers('') }).catch(() => {});
  }
}
