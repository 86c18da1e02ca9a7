// One bad server harms nobody else. Each hostile server is called through the gateway: the caller gets
// its answer or one clear error in time, a healthy server beside it goes on answering, and when the
// gateway has ended no process is left.
//   --direct            that the hostile servers are as hostile as they say
//   --touchstone PATH   the test proper; --memory MB bounds what the gateway may have used
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configuration, open_gateway } from '../e2e/lib/gateway.mjs';
import { node, now_ms, options, patient, same, scratch_dir, stop, truth, until, Verdict, within } from '../e2e/lib/harness.mjs';
import { dig, modern_meta, RawHttp, RawStdio } from '../e2e/lib/raw.mjs';

const { direct, touchstone, memory } = options({ direct: { type: 'boolean' }, touchstone: { type: 'string' }, memory: { type: 'string' } });
if (!direct === !touchstone) {
  console.error('one of --direct and --touchstone PATH, please');
  process.exit(2);
}

// `alone`: what happens to a client without a gateway: it answers, exits, or is silent.
// `must`: what a caller gets through the gateway: the right answer, an error, or either.
// `again`: what the next call on the same server must get, where it is not simply "either".
const table = {
  healthy: { alone: 'answers', must: 'answer', again: 'answer' },
  dies: { alone: 'exits', must: 'error' },
  killed: { alone: 'exits', must: 'error' },
  stalls: { alone: 'silent', must: 'error', again: 'error' },
  garbage: { alone: 'answers', must: 'either' },
  'half-line': { alone: 'exits', must: 'error' },
  'huge-line': { alone: 'answers', must: 'error' },
  'endless-line': { alone: 'silent', must: 'error' },
  'bad-utf8': { alone: 'answers', must: 'error' },
  deep: { alone: 'answers', must: 'error' },
  'wrong-id': { alone: 'silent', must: 'error' },
  'no-result': { alone: 'answers', must: 'error' },
  'result-and-error': { alone: 'answers', must: 'either' },
  'result-not-object': { alone: 'answers', must: 'error' },
  twice: { alone: 'answers', must: 'answer', again: 'answer' },
  flood: { alone: 'answers', must: 'answer', again: 'answer' },
  asks: { alone: 'silent', must: 'answer', again: 'answer' },
  noisy: { alone: 'answers', must: 'answer', again: 'answer' },
  stubborn: { alone: 'answers', must: 'answer', again: 'answer' },
  grandchild: { alone: 'answers', must: 'answer', again: 'answer' },
  'closes-stdout': { alone: 'silent', must: 'error' },
  mute: { alone: 'silent', must: 'error' },
  exits: { alone: 'exits', must: 'error' }
};
const modern_too = ['healthy', 'dies', 'stalls', 'huge-line', 'wrong-id', 'twice', 'mute'];
const call_limit = '5s'; // the gateway's patience with a server, and below ours with the gateway
const start_limit = '8s'; // what a process may take to start where others are started beside it
const patience = 20000;
const healthy_limit = 4500; // less than call_limit: who waited for the bad server is later; more than a process takes to start

const verdict = new Verdict('hostile servers');
const pids = join(scratch_dir(), 'pids');
const command = (mode, era) => ({ command: node, args: [join(import.meta.dirname, 'server.mjs'), mode, era, pids] });
// Who must answer has more time for it than anybody should wait for: a flood takes seconds on a busy machine.
const entry = (mode, era) => ({ ...command(mode, era), callTimeout: table[mode].must === 'answer' ? '15s' : call_limit, startTimeout: start_limit });
const all = [...Object.keys(table).map(mode => [mode, 'legacy']), ...modern_too.map(mode => [mode, 'modern'])];
const key = (mode, era) => (era === 'legacy' ? mode : `${mode}-modern`);

let next = 0;
function request(era, method, params = '') {
  const meta = era === 'modern' ? `"_meta":{${modern_meta()}}` : '"_meta":{}';
  return `{"jsonrpc":"2.0","id":${next += 1},"method":"${method}","params":{${params}${meta}}}`;
}
const go = (era, name = 'go') => request(era, 'tools/call', `"name":"${name}","arguments":{},`);

function alive() {
  const lines = existsSync(pids) ? readFileSync(pids, 'utf8').split('\n').filter(Boolean) : [];
  return lines.filter(line => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${line.split(' ')[0]}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
}
function end_all() {
  for (const line of alive()) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
}
const nobody_left = ms => until(ms, 'the end of all servers', () => alive().length === 0)
  .catch(error => { throw new Error(`${error.message}; left: ${alive().join(', ')}`); });

async function check_direct(mode, era) {
  await verdict.check(`${key(mode, era)}: is as hostile as it says`, async () => {
    const client = new RawStdio(command(mode, era), era);
    const patience = mode === 'mute' ? 1000 : 15000;
    const happened = await (async () => {
      await within(patience, 'opening', client.open());
      await client.ask(go(era), table[mode].alone === 'silent' ? 700 : 15000);
      return 'answers';
    })().catch(() => (client.ended !== null ? 'exits' : 'silent'));
    end_all();
    same(happened, table[mode].alone, 'what happened');
  });
}

// The whole exchange of a caller with one server: opening counts, since a server that never starts
// may be noticed there.
async function exchange(url, era, calls) {
  const client = new RawHttp({ url }, era);
  const outcomes = [];
  try {
    await within(patience, 'opening', client.open());
    if (client.opening && dig(client.opening, 'error') !== undefined) {
      return Array(calls).fill(outcome([client.opening], '"init"', client.status));
    }
    for (let n = 0; n < calls; n += 1) {
      const text = go(era);
      const seen = await within(patience, 'a call', client.ask(text, patience));
      outcomes.push(outcome(seen, dig(text, 'id'), client.status));
    }
  } finally {
    await client.close();
  }
  return outcomes;
}

function outcome(messages, id, status) {
  const answers = messages.filter(text => dig(text, 'id') !== undefined && dig(text, 'method') === undefined);
  truth(answers.length === 1, `${answers.length} answers to one call (HTTP ${status}): ${messages.join('\n').slice(0, 500)}`);
  const [text] = answers;
  same(dig(text, 'id'), id, 'id');
  const error = dig(text, 'error');
  if (error !== undefined) {
    truth(JSON.parse(error).message?.length > 10, `an error without words: ${error}`);
    return 'error';
  }
  const result = JSON.parse(dig(text, 'result'));
  return result.isError ? 'error' : result.content?.[0]?.text ?? 'an answer without text';
}

function expect(seen, wanted, mode) {
  const right = `answer of ${mode}`;
  const fine = { answer: seen === right, error: seen === 'error', either: seen === right || seen === 'error' };
  truth(fine[wanted ?? 'either'], `expected ${wanted}, got ${String(seen).slice(0, 200)}`);
}

// Calls the healthy server all the time while `body` runs.
async function with_company(gateway, body) {
  const client = await new RawHttp({ url: gateway.one('healthy') }, 'legacy').open();
  let busy = true;
  let slowest = 0;
  const company = (async () => {
    while (busy) {
      const begin = now_ms();
      const text = go('legacy');
      expect(outcome(await client.ask(text, patience), dig(text, 'id'), client.status), 'answer', 'healthy');
      slowest = Math.max(slowest, now_ms() - begin);
      truth(slowest <= healthy_limit, `the healthy server's answer took ${slowest} ms`);
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  })();
  company.catch(() => {});
  try {
    await body();
  } finally {
    busy = false;
  }
  await company;
  await client.close();
}

async function check_mode(gateway, mode, era) {
  await verdict.check(`${key(mode, era)}: its caller gets one ${table[mode].must === 'either' ? 'answer or error' : table[mode].must}, the others go on`, () =>
    with_company(gateway, async () => {
      const [first, second] = await exchange(gateway.one(key(mode, era)), era, 2);
      expect(first, table[mode].must, mode);
      expect(second, table[mode].again, mode);
    }));
}

// All servers at one address: the sick ones must not hide the healthy one.
async function check_aggregate(gateway) {
  await verdict.check('the list of all servers has the healthy one, and it can be called', async () => {
    const client = await within(3 * patience, 'opening', new RawHttp({ url: gateway.all }, 'modern').open());
    const listed = (await client.ask(request('modern', 'tools/list'), 3 * patience)).at(-1);
    truth(listed.includes('"healthy__go"'), `not listed: ${listed.slice(0, 300)}`);
    const text = go('modern', 'healthy__go');
    expect(outcome(await client.ask(text, patience), dig(text, 'id'), client.status), 'answer', 'healthy');
  });
}

// Beside a server that never says anything, and one that is late, with the time that configs have by default.
const company = Object.fromEntries(['healthy', 'mute', 'late'].map(mode => [mode, command(mode, 'legacy')]));
const by_default = { limits: {} };
const opening_limit = 14000; // a process's start and the grace of 3 s, on a busy machine; it was 15 s
const next_limit = 2800; // less than the grace

async function timed(limit, what, act) {
  const begin = now_ms();
  const result = await act();
  truth(now_ms() - begin <= limit, `${what} took ${now_ms() - begin} ms`);
  return result;
}
const list = async client => (await client.ask(request(client.era, 'tools/list'), patience)).at(-1);

async function use_beside_silence(client, limit) {
  await timed(limit, 'the introduction and the list', async () => {
    await client.open();
    if (client.era === 'modern') await client.ask(request('modern', 'server/discover'), patience);
    truth((await list(client)).includes('"healthy__go"'), 'the healthy server is not listed');
  });
  const text = go(client.era, 'healthy__go');
  const seen = await timed(next_limit, 'a call of the healthy server', () => client.ask(text, patience));
  expect(outcome(seen, dig(text, 'id'), client.status ?? 'none'), 'answer', 'healthy');
  const missing = await timed(next_limit, 'a call of nobody', () => client.ask(go(client.era, 'nobody__go'), patience));
  truth(dig(missing.at(-1), 'error') !== undefined, 'nobody answered');
}
async function use_late(client) {
  await until(patience, 'the late server in the list', async () => (await list(client)).includes('"late__go"'));
  const text = go(client.era, 'late__go');
  expect(outcome(await client.ask(text, patience), dig(text, 'id'), client.status ?? 'none'), 'answer', 'late');
}

async function check_silence(touchstone) {
  const gateway = await open_gateway(touchstone, company, by_default);
  const http = era => new RawHttp({ url: gateway.all }, era);
  const over_http = async () => {
    await verdict.check('HTTP: beside a silent server the first client waits for the grace at most', async () => {
      const client = http('legacy');
      await use_beside_silence(client, opening_limit);
      for (const era of ['legacy', 'modern']) await use_beside_silence(http(era), next_limit);
      await use_late(client);
      await use_late(http('modern'));
    });
    await stop(gateway.child, 'SIGTERM', patient);
  };
  const over_stdio = era => verdict.check(`stdio, ${era}: beside a silent server the client waits for the grace at most`, async () => {
    const client = new RawStdio({ command: touchstone, args: ['stdio', '--config', configuration(company, by_default)] }, era);
    try {
      await use_beside_silence(client, opening_limit);
      await use_late(client);
      truth(era === 'modern' || client.heard('notifications/tools/list_changed'), 'nobody told that the late server has come');
    } finally {
      await client.close();
    }
  });
  await Promise.all([over_http(), over_stdio('legacy'), over_stdio('modern')]);
}

function zombies(parent) {
  return readdirSync('/proc').filter(pid => /^\d+$/.test(pid)).filter(pid => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status) && /^State:\s+Z/m.test(status);
    } catch {
      return false;
    }
  });
}

async function through(gateway) {
  // A few at a time: the machine is small, and the point is that they do not harm each other.
  const queue = [...all];
  await Promise.all(Array.from({ length: 3 }, async () => {
    for (let row = queue.shift(); row; row = queue.shift()) await check_mode(gateway, ...row);
  }));
  await check_aggregate(gateway);
  await verdict.check('no zombie is left beside the running gateway', () => until(patient, 'the end of zombies', () => zombies(gateway.child.pid).length === 0));
  if (memory) {
    await verdict.check(`the gateway never used more than ${memory} MB`, () => {
      const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8'))[1]) / 1024;
      truth(peak <= Number(memory), `${peak.toFixed(0)} MB`);
    });
  }
}

if (direct) {
  for (const row of all) await check_direct(...row);
} else {
  const entries = Object.fromEntries(all.map(([mode, era]) => [key(mode, era), entry(mode, era)]));
  const gateway = await open_gateway(touchstone, entries);
  await through(gateway);
  await verdict.check('the gateway ends in time although a server ignores SIGTERM', () => stop(gateway.child, 'SIGTERM', 20000));
  await verdict.check('after the gateway no server and no child of one is left', () => nobody_left(patient));

  await check_silence(touchstone);

  // Killed outright, it cannot tidy up: the kernel must.
  const doomed = await open_gateway(touchstone, Object.fromEntries(['healthy', 'stubborn'].map(mode => [mode, entries[mode]])));
  await verdict.check('two servers run behind a gateway that will be killed', async () => {
    for (const mode of ['healthy', 'stubborn']) {
      const client = await new RawHttp({ url: doomed.one(mode) }, 'legacy').open(); // held open: no DELETE
      const text = go('legacy');
      expect(outcome(await client.ask(text, patience), dig(text, 'id'), client.status), 'answer', mode);
    }
    truth(alive().length >= 2, 'no process to be left');
  });
  await stop(doomed.child, 'SIGKILL');
  await verdict.check('killed outright, the gateway leaves no server behind', () => nobody_left(patient));
  if (verdict.failures.length) console.log(`--- the gateway said:\n${gateway.child.output}`);
}
end_all(); // a test that failed leaves nothing behind either
verdict.finish();
