// The servers behind the gateway. Each entry says how a configuration names it (an mcpServers entry),
// how a client reaches it directly, which eras it speaks, and which words a scenario uses with it.
import { join } from 'node:path';
import { bin, free_port, here, node, ready, scratch_dir, start } from './harness.mjs';
import * as words from './words.mjs';

const stdio = (args, more = {}) => ({ transport: 'stdio', entry: { command: node, args, ...more }, target: { command: node, args, ...more } });

async function http(args, { env = {}, pattern, path = '/mcp', sse = false }) {
  const port = await free_port();
  const at = value => String(value).replaceAll('PORT', port);
  const settings = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, at(value)]));
  const child = start(node, args.map(at), { env: settings });
  await ready(child, pattern);
  const url = `http://127.0.0.1:${port}${path}`;
  return { transport: 'http', child, entry: sse ? { type: 'sse', url } : { type: 'http', url }, target: { url, sse } };
}

const everything = bin('mcp-server-everything');
const sdk2 = join(here, 'servers', 'sdk2.mjs');

// name → how to start it; `words` undefined means only the guests' scenarios.
const table = {
  'everything-stdio': { eras: ['legacy'], words: words.everything, open: () => stdio([everything]) },
  'everything-http': { eras: ['legacy'], words: words.everything,
    open: () => http([everything, 'streamableHttp'], { env: { PORT: 'PORT' }, pattern: /listening on port/ }) },
  'everything-sse': { eras: ['legacy'], words: words.everything,
    open: () => http([everything, 'sse'], { env: { PORT: 'PORT' }, pattern: /running on port/, path: '/sse', sse: true }) },
  'sdk2-stdio': { eras: ['legacy', 'modern'], words: words.sdk2, open: () => stdio([sdk2]) },
  'sdk2-http': { eras: ['modern'], words: words.sdk2,
    open: () => http([sdk2, '--listen', 'PORT'], { pattern: /sdk2 listening/ }) },
  pages: { eras: ['legacy'], words: words.pages, open: () => stdio([join(here, 'servers', 'pages.mjs')]) },
  filesystem: { eras: ['legacy'], words: words.filesystem, open: () => stdio([bin('mcp-server-filesystem'), words.filesystem_dir()]) },
  memory: { eras: ['legacy'], words: words.memory,
    open: () => stdio([bin('mcp-server-memory')], { env: { MEMORY_FILE_PATH: join(scratch_dir(), 'memory.json') } }) },
  dbhub: { eras: ['legacy', 'modern'], words: words.dbhub, open: () => stdio([bin('dbhub'), '--transport', 'stdio', '--demo']) },
  context7: { eras: ['legacy', 'modern'], words: words.context7, open: () => stdio([bin('context7-mcp')]) }
};
export const peer_names = Object.keys(table);

// The fixture inside the binary is a peer too, but not one of the direct self-check.
function fixture(touchstone, transport) {
  const args = ['demo-server', 'conformance'];
  return { eras: ['legacy', 'modern'], words: words.fixture, open: async () => {
    if (transport === 'stdio') return { transport, entry: { command: touchstone, args }, target: { command: touchstone, args } };
    const port = await free_port();
    const child = start(touchstone, [...args, '--listen', `127.0.0.1:${port}`]);
    await ready(child, /listening/);
    const url = `http://127.0.0.1:${port}/mcp`;
    return { transport, child, entry: { type: 'http', url }, target: { url } };
  } };
}

export async function open_peer(name, touchstone) {
  const row = name.startsWith('fixture-') ? fixture(touchstone, name.slice('fixture-'.length)) : table[name];
  if (!row) throw new Error(`no peer ${name}; there are: ${peer_names.join(', ')}, fixture-stdio, fixture-http`);
  return { name, eras: row.eras, words: row.words, ...(await row.open()) };
}
