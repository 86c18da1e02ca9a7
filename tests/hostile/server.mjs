// A server that does one thing wrong:  server.mjs MODE legacy|modern PIDFILE
// It writes its process id (and its children's) into PIDFILE, so that a test can see who is left.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [mode, era, pids] = process.argv.slice(2);
appendFileSync(pids, `${process.pid} ${mode}\n`);
const say = text => process.stdout.write(`${text}\n`);
const send = message => say(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = value => ({ content: [{ type: 'text', text: value }], ...(era === 'modern' && { resultType: 'complete' }) });
const answer = id => send({ id, result: text(`answer of ${mode}`) });
const pending = new Map(); // our own questions, by id
let calls = 0;

// What a mode does with tools/call; everything else is answered as it should be.
const on_call = {
  healthy: answer,
  dies: () => process.exit(3),
  killed: () => process.kill(process.pid, 'SIGKILL'),
  stalls: () => {},
  garbage: id => {
    for (const line of ['not json', '{"jsonrpc":"2.0"', '[]', '[1,2]', '"text"', 'null', '{}', '{"jsonrpc":"1.0","id":1,"result":{}}', '\0\x01\x02', '']) say(line);
    answer(id);
  },
  'half-line': id => process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"con`, () => process.exit(0)),
  'huge-line': id => send({ id, result: text('x'.repeat(50 << 20)) }),
  'endless-line': () => {
    const chunk = 'x'.repeat(1 << 20);
    process.stdout.write('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"');
    const more = () => { while (process.stdout.write(chunk)); };
    process.stdout.on('drain', more);
    more();
  },
  'bad-utf8': id => {
    const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id, result: text('HERE') }).split('HERE');
    process.stdout.write(Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]), Buffer.from(`${tail}\n`)]));
  },
  deep: id => say(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":${'['.repeat(200000)}${']'.repeat(200000)}}}`),
  'wrong-id': () => {
    for (const id of [999999, 'other', null, -1, 1.5, true, {}]) send({ id, result: text('for nobody') });
  },
  'no-result': id => send({ id }),
  'result-and-error': id => send({ id, result: text('both'), error: { code: -1, message: 'an error beside a result' } }),
  'result-not-object': id => send({ id, result: 'text' }),
  twice: id => { answer(id); send({ id, result: text('the second answer') }); send({ id, error: { code: -1, message: 'the third' } }); },
  flood: id => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'flood'.repeat(20) } })}\n`;
    for (let batch = 0; batch < 50; batch += 1) process.stdout.write(line.repeat(1000));
    answer(id);
  },
  // Asks for things the client never said it can; a server must get an answer to each of them.
  asks: id => {
    const questions = ['sampling/createMessage', 'elicitation/create', 'roots/list', 'vendor/unknown'];
    let left = questions.length;
    for (const method of questions) {
      pending.set(`q-${calls}-${method}`, () => { left -= 1; if (left === 0) answer(id); });
      send({ id: `q-${calls}-${method}`, method, params: { messages: [], maxTokens: 1, message: '?', requestedSchema: { type: 'object', properties: {} } } });
    }
  },
  noisy: id => {
    const line = `${'e'.repeat(1023)}\n`;
    for (let kilobyte = 0; kilobyte < 20 << 10; kilobyte += 1) process.stderr.write(line);
    answer(id);
  },
  late: answer,
  stubborn: answer,
  grandchild: answer,
  'closes-stdout': () => { process.stdout.end(); setInterval(() => {}, 1000); }
};

if (mode === 'exits') process.exit(0);
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {});
  process.on('SIGINT', () => {});
  setInterval(() => {}, 1000);
}
if (mode === 'grandchild') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  appendFileSync(pids, `${child.pid} child-of-grandchild\n`);
}

const cacheable = { ttlMs: 0, cacheScope: 'private', resultType: 'complete' };
const capabilities = { tools: {}, logging: {} };
const methods = {
  initialize: () => era === 'legacy' && { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: mode, version: '1' } },
  'server/discover': () => era === 'modern' && { supportedVersions: ['2026-07-28'], capabilities, ...cacheable },
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'tools/list': () => ({ tools: [{ name: 'go', description: 'Go.', inputSchema: { type: 'object' } }], ...(era === 'modern' && cacheable) })
};

if (mode === 'late') await new Promise(resolve => setTimeout(resolve, 5000)); // longer than clients wait for one of many

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (mode === 'mute' || id === undefined) return;
  if (method === undefined) return pending.get(id)?.();
  if (method === 'tools/call' && params.name === 'go') {
    calls += 1;
    return on_call[mode](id);
  }
  const result = methods[method]?.();
  send(result ? { id, result } : { id, error: { code: -32601, message: 'Method not found' } });
}).on('close', () => { if (mode !== 'stubborn' && mode !== 'closes-stdout') process.exit(0); });
