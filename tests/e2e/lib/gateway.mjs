// Everything these tests know about Touchstone's command line is in this file.
import { ready, scratch_dir, start, write_json } from './harness.mjs';

export const ready_line = /listening on (http:\/\/127\.0\.0\.1:\d+)\/mcp/;
export const separator = '__';

// Most tests are about transparency and protocol: lists stay as they came, so that they can be compared
// with what the server said, the policy stops nobody, neither pins nor labels leave a file behind, and a
// busy machine leaves nobody out of a list.
// `more` are other keys, or other values of these.
export const configuration = (entries, more = {}) =>
  write_json('touchstone.json', { annotate: 'off', policy: 'observe', pins: ':memory:', store: ':memory:', limits: { startGrace: '15s' }, ...more, mcpServers: entries });

// A gateway over HTTP in front of all `entries` ({name: mcpServers entry}). Its Unix socket is in a
// folder of its own, so that no other gateway on this machine is met.
export async function open_gateway(touchstone, entries, more = {}) {
  const env = { XDG_RUNTIME_DIR: scratch_dir() };
  const child = start(touchstone, ['run', '--config', configuration(entries, more), '--listen', '127.0.0.1:0'], { env });
  const [, origin] = await ready(child, ready_line);
  return { child, env, all: `${origin}/mcp`, one: name => `${origin}/mcp/s/${name}` };
}

// How a client reaches the server `name` through a gateway: its own route over HTTP, where names are
// the server's own; or a gateway of its own over stdio, where they have a prefix.
export function http_target(gateway, name) {
  return { url: gateway.one(name) };
}
export function stdio_target(touchstone, name, entry) {
  const args = ['stdio', '--config', configuration({ [name]: entry })];
  return { command: touchstone, args, prefix: name + separator };
}
// The bridge from stdio to a gateway that runs already.
export function connect_target(touchstone, gateway, name) {
  return { command: touchstone, args: ['connect'], env: gateway.env, prefix: name + separator };
}
export function aggregate_target(gateway, name) {
  return { url: gateway.all, prefix: name + separator };
}
