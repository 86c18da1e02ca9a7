// A gateway that is killed while clients read: whatever was delivered is in the labels of its session
// afterwards. Several sessions read at once, some of them through all of the run; each time the gateway
// is killed at another moment, the store is looked at by another process, and a new gateway goes on.
//   --touchstone PATH
//   --kills N          how often (200)
//   --seed N           of the moments, to repeat a run
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuration, ready_line } from './lib/gateway.mjs';
import { free_port, now_ms, options, patient, ready, scratch_dir, sleep, start, stop, truth, Verdict, within } from './lib/harness.mjs';
import { modern_meta } from './lib/raw.mjs';

const chosen = options({ touchstone: { type: 'string' }, kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } });
const { touchstone } = chosen;
const kills = Number(chosen.kills);
if (!touchstone) {
  console.error('--touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict(`crash, ${kills} kills`);
const files = 100; // fewer than the URIs that a label keeps by name
const lasting = ['lasting-a', 'lasting-b', 'lasting-c'];
const most_wait = 120; // ms from the first delivery to the kill

let state = Number(chosen.seed) >>> 0;
function random(below) { // xorshift: the moments are the same for the same seed, as far as a machine's are
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const root = scratch_dir();
mkdirSync(join(root, 'reads'));
for (let n = 0; n < files; n += 1) writeFileSync(join(root, 'reads', `${n}.txt`), `Report ${n}. Card 4111 1111 1111 1111 of the office.\n`);
const port = await free_port();
const server = start(touchstone, ['demo-server', 'files', '--root', root, '--listen', `127.0.0.1:${port}`]);
await ready(server, /listening/);
const store = join(scratch_dir(), 'store.db');
const config = configuration({ files: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } }, { annotate: 'enrich', store });
const runtime = scratch_dir();

async function open() {
  const child = start(touchstone, ['run', '--config', config, '--listen', '127.0.0.1:0'], { env: { XDG_RUNTIME_DIR: runtime } });
  const [, origin] = await ready(child, ready_line);
  return { child, url: `${origin}/mcp` };
}

// What each session was given: the URIs that its results named, and how many results there were.
const given = new Map();
let deliveries = 0;
function note(marker, result) {
  const seen = given.get(marker) ?? { uris: new Set(), results: 0 };
  given.set(marker, seen);
  for (const uri of result._meta.annotations.attribution) seen.uris.add(uri);
  seen.results += 1;
  deliveries += 1;
}

async function read(url, marker) {
  const meta = `{${modern_meta()},"dev.touchstone/session":"${marker}"}`;
  const path = `reads/${random(files)}.txt`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json', accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'files__read_file'
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"files__read_file","arguments":{"path":"${path}"},"_meta":${meta}}}`
  });
  const text = await response.text();
  const { result } = JSON.parse(text.startsWith('{') ? text : text.split('\n').find(line => line.startsWith('data:')).slice(5));
  if (!result?._meta?.annotations?.attribution?.includes(`demo://files/${path}`)) throw new Error(`not what was read: ${text}`);
  note(marker, result);
}

// Reads until the gateway is gone. What was wrong while it was there is an error.
async function reader(gateway, marker) {
  for (;;) {
    try {
      await read(gateway.url, marker);
    } catch (error) {
      if (gateway.killed) return;
      throw error;
    }
  }
}

async function stored() {
  const child = start(touchstone, ['sessions', 'list', '--all', '--limit', '1000', '--format', 'json', '--store', store], { most: 1e8 });
  await within(patient, 'sessions list', child.gone);
  truth(child.exitCode === 0, `sessions list: ${child.output}`);
  return new Map(JSON.parse(child.output).map(it => [it.key, it]));
}

function compare(sessions, marker) {
  const seen = given.get(marker);
  const kept = sessions.get(`marker:${marker}`);
  truth(kept, `${marker}: ${seen.results} results delivered, and no session`);
  const missing = [...seen.uris].filter(uri => !kept.label.attribution.includes(uri));
  truth(missing.length === 0, `${marker}: delivered and not in its label: ${missing.join(' ')}`);
  truth(kept.label.private && kept.label.classes.includes('financial'), `${marker}: ${JSON.stringify(kept.label)}`);
  truth(kept.calls >= seen.results, `${marker}: ${seen.results} results delivered, ${kept.calls} calls on record`);
}

async function round(number) {
  const gateway = await open();
  const markers = [...lasting, ...[0, 1, 2].map(n => `round-${number}-${n}`)];
  const before = deliveries;
  const readers = Promise.all(markers.map(marker => reader(gateway, marker)));
  readers.catch(() => {});
  const begin = now_ms();
  while (deliveries === before && now_ms() - begin < 10000) await Promise.race([sleep(1), readers]);
  await Promise.race([sleep(random(most_wait)), readers]);
  gateway.killed = true;
  await stop(gateway.child, 'SIGKILL');
  await within(patient, 'the end of all readers', readers);
  const sessions = await stored();
  for (const marker of markers.filter(it => given.has(it))) compare(sessions, marker);
}

await verdict.check(`nothing that was delivered is missing from a label after ${kills} kills`, async () => {
  for (let number = 0; number < kills; number += 1) {
    await round(number).catch(error => { throw new Error(`kill ${number}, seed ${chosen.seed}: ${error.message}`); });
  }
});
await verdict.check('nor is it after the last of them, in any session', async () => {
  const sessions = await stored();
  for (const marker of given.keys()) compare(sessions, marker);
  truth(given.size > kills && deliveries > 5 * kills, `only ${deliveries} results in ${given.size} sessions`);
});
console.log(`${deliveries} results in ${given.size} sessions`);
verdict.finish();
