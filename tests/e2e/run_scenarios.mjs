// Runs the scenario table.
//   --direct            clients straight to the servers: proves the table and the peers
//   --touchstone PATH   through the gateway, each view held against the direct one
//   --aggregate         HTTP clients use the address of all servers instead of one server's own
//   --connect           stdio clients use the bridge to the running gateway instead of one of their own
//   --peers a,b --clients a,b --scenarios prefix     to run a part of it
import { availableParallelism } from 'node:os';
import { connect, kinds, may_be_legacy, may_be_modern, transport_of } from './lib/clients.mjs';
import { aggregate_target, connect_target, http_target, open_gateway, stdio_target } from './lib/gateway.mjs';
import { options, same, stop, Verdict, within } from './lib/harness.mjs';
import { open_peer, peer_names } from './lib/peers.mjs';
import { simple } from './lib/words.mjs';
import { scenarios } from './scenarios.mjs';

const { direct, touchstone, ...chosen } = options({
  direct: { type: 'boolean' }, touchstone: { type: 'string' }, aggregate: { type: 'boolean' }, connect: { type: 'boolean' },
  peers: { type: 'string' }, clients: { type: 'string' }, scenarios: { type: 'string' }
});
if (!direct === !touchstone) {
  console.error('one of --direct and --touchstone PATH, please');
  process.exit(2);
}
const peers_wanted = chosen.peers?.split(',') ?? peer_names;
const kinds_wanted = chosen.clients?.split(',') ?? kinds;
const table = scenarios.filter(it => it.name.startsWith(chosen.scenarios ?? ''));
const verdict = new Verdict(`scenarios ${direct ? 'direct' : 'through the gateway'}`);
const scenario_limit = 30000;
const cells = new Map(); // client's era → server's era: how many scenarios did what they should

// Why a client of this kind cannot talk to the server without a gateway, or nothing.
function no_direct(kind, peer) {
  if (transport_of(kind) !== peer.transport) return 'without a gateway, client and server need the same transport';
  if (peer.target.sse && !kind.startsWith('sdk1')) return 'only SDK 1 speaks HTTP+SSE of 2024-11-05';
  const shared = (may_be_legacy(kind) && peer.eras.includes('legacy')) || (may_be_modern(kind) && peer.eras.includes('modern'));
  return shared ? undefined : 'without a gateway, client and server need an era in common';
}

// The kind whose direct view is the measure: the same one if it can be, else its nearest relative.
function measure(kind, peer) {
  const family = kind.split('-')[0];
  const order = [kind, ...kinds.filter(it => it.startsWith(family)), ...kinds];
  return order.find(it => !no_direct(it, peer));
}

// Does every scenario that this pair can do; returns what was seen by name.
async function observe(c, peer, each) {
  for (const scenario of table) {
    const word = scenario.wants ? peer.words[scenario.wants] : {};
    const reason = word === undefined ? peer.words.lacks[scenario.wants] : scenario.client?.(c, word);
    if (reason ?? word === undefined) {
      each(scenario, undefined, reason ?? `${peer.name} lacks ${scenario.wants} and does not say why`);
      continue;
    }
    const seeing = within(scenario_limit, scenario.name, Promise.resolve().then(() => scenario.run(c, word, peer.words)));
    await seeing.catch(() => {}); // one at a time; whoever gets it looks at how it ended
    await each(scenario, async () => {
      const seen = plain(await seeing);
      scenario.expect?.(seen, word);
      return seen;
    });
  }
}

// What the era adds to a result is not the server's: without it, both eras say the same.
function plain(value) {
  const ours = ['resultType', 'ttlMs', 'cacheScope'];
  const tidy = it => {
    if (Array.isArray(it)) return it.map(tidy);
    if (it === null || typeof it !== 'object') return it;
    const kept = Object.entries(it).filter(([key]) => !ours.includes(key)).map(([key, inner]) => [key, tidy(inner)]);
    const object = Object.fromEntries(kept);
    if (!object._meta) return object;
    object._meta = Object.fromEntries(Object.entries(object._meta).filter(([key]) => !key.startsWith('io.modelcontextprotocol/')));
    if (Object.keys(object._meta).length === 0) delete object._meta;
    return object;
  };
  return tidy(value === undefined ? null : JSON.parse(JSON.stringify(value)));
}

// How this client reaches the server through the gateway.
function through(kind, peer) {
  if (transport_of(kind) === 'http') return (chosen.aggregate ? aggregate_target : http_target)(gateway, peer.name);
  return chosen.connect ? connect_target(touchstone, gateway, peer.name) : stdio_target(touchstone, peer.name, peer.entry);
}

const measured = new Map();
async function direct_view(kind, peer) {
  const key = `${kind} ${peer.name}`;
  if (!measured.has(key)) {
    measured.set(key, (async () => {
      const c = await connect(kind, peer.target);
      const view = { era: c.era };
      await observe(c, peer, async (scenario, see) => { if (see) view[scenario.name] = await see().catch(() => undefined); });
      await c.close();
      return view;
    })());
  }
  return measured.get(key);
}

async function run_direct(kind, peer) {
  const impossible = no_direct(kind, peer);
  if (impossible) return verdict.cannot(impossible, `${kind} to ${peer.name}`);
  await run_pair(kind, peer, peer.target, undefined);
}

async function run_pair(kind, peer, target, measure_kind) {
  const label = `${kind} → ${peer.name}${target.prefix ? ' (prefixed)' : ''}`;
  let c;
  if (!await verdict.check(`${label}: connect`, async () => { c = await connect(kind, target); })) return;
  const cell = `${c.era} client → ${direct ? c.era : peer.eras.at(-1)} server`;
  const view = measure_kind && await direct_view(measure_kind, peer);
  await observe(c, peer, (scenario, see, reason) => {
    if (!see) return verdict.cannot(reason === simple ? reason : `${scenario.name}: ${reason}`, label);
    return verdict.check(`${label}: ${scenario.name}`, async () => {
      const seen = own(await see(), view?.[scenario.name]);
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
      if (!view || view[scenario.name] === undefined) return;
      if (scenario.compare) scenario.compare(seen, view[scenario.name]);
      else same(across(seen, c.era, view.era), across(view[scenario.name], c.era, view.era), 'the view through the gateway');
    });
  });
  await c.close().catch(() => {});
}

// Where all servers stand behind one address, a list has the others' entries too: those of this server
// must be there, all of them and in its order. Resources are not prefixed and may come from two servers.
function own(seen, direct) {
  if (!(chosen.aggregate || chosen.connect) || !Array.isArray(seen) || !Array.isArray(direct)) return seen;
  const key = it => it?.uri ?? it?.uriTemplate ?? it?.name ?? it;
  const wanted = new Set(direct.map(key));
  return seen.filter(it => wanted.has(key(it)));
}

// `execution` is how the legacy era says that a tool can be a task; the modern era has another way.
function across(seen, ...eras) {
  if (new Set(eras).size === 1 || !Array.isArray(seen)) return seen;
  return seen.map(it => (it?.execution ? { ...it, execution: undefined } : it)).map(it => JSON.parse(JSON.stringify(it)));
}

const peers = await Promise.all(peers_wanted.map(name => open_peer(name, touchstone)));
let gateway;
if (touchstone) {
  gateway = await open_gateway(touchstone, Object.fromEntries(peers.map(peer => [peer.name, peer.entry])));
}
// One server's clients one after the other (some servers share state between clients), servers side by side,
// but no more of them than start in good time: a gateway goes without a server that takes long.
const waiting = [...peers];
await Promise.all(Array.from({ length: 2 * availableParallelism() }, async () => {
  for (let peer = waiting.shift(); peer; peer = waiting.shift()) {
    for (const kind of kinds_wanted) {
      if (direct) await run_direct(kind, peer);
      else await run_pair(kind, peer, through(kind, peer), measure(kind, peer));
    }
  }
}));
for (const [cell, count] of [...cells].sort()) console.log(`${cell}: ${count} scenarios`);
if (gateway && !chosen.peers && !chosen.clients && !chosen.scenarios) {
  await verdict.check('all four cells were exercised', () => same(cells.size, 4, 'cells'));
}
if (gateway) await verdict.check('the gateway ends when told to', () => stop(gateway.child));
if (gateway && verdict.failures.length) console.log(`--- the gateway said:\n${gateway.child.output}`);
for (const peer of peers) if (peer.child) await stop(peer.child).catch(() => {});
verdict.finish();
