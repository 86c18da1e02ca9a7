// The comparison: every row behind the same load, side by side, and what it cost.
//
// For each kind of upstream all rows are started once and stay up. Then, cell by cell, each row in
// turn gets the same load, so that whatever the machine does meanwhile falls on all of them alike.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';
import { cpuNanoseconds, fileLimit, freePort, memory, startServer, stop } from './processes.mjs';
import { text } from './report.mjs';
import { allRows } from './rows.mjs';

const usage = `bench/run [options]
  --quick            a minute instead of about seven: 16 connections only, and short
  --rows a,b         only these: direct, nginx, mcp-proxy, supergateway, touchstone
  --programs FOLDER  where load and echo_server are (default: build/release/bench)
  --touchstone FILE  the gateway (default: build/release/touchstone)
  --before FILE      another build of the gateway, to be measured beside it
  --upstreams a,b    only these: http, stdio
  --sizes a,b        only these, in bytes: 1024, 65536
  --json FILE        where the numbers go (default: build/bench/gateway.json)
`;

const bench = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(bench);
const options = {
  quick: false,
  rows: 'direct,nginx,mcp-proxy,supergateway,touchstone',
  programs: join(root, 'build/release/bench'),
  touchstone: join(root, 'build/release/touchstone'),
  before: '',
  upstreams: 'http,stdio',
  sizes: '1024,65536',
  json: join(root, 'build/bench/gateway.json'),
};

function fail(message) {
  console.error(`bench/run: ${message}`);
  process.exit(1);
}
const say = (message) => console.error(`bench/run: ${message}`);

function readOptions(words) {
  while (words.length > 0) {
    const word = words.shift();
    const name = word.replace(/^--/, '');
    if (word === '--help') {
      console.log(usage);
      process.exit(0);
    } else if (word === '--quick') options.quick = true;
    else if (word.startsWith('--') && name in options && words.length > 0) options[name] = words.shift();
    else fail(`no option ${word}\n${usage}`);
  }
}

// Full: 2 sizes, 3 numbers of connections, maximum and fixed rate, both upstreams.
// The rates are such that the slowest row keeps up; a row that does not is reported as missing calls.
const rates = { 1024: { 1: 100, 16: 200, 128: 200 }, 65536: { 1: 50, 16: 100, 128: 100 } };
const sizes = () => options.sizes.split(',').map(Number);
const plan = () =>
  options.quick
    ? { connections: [16], warmUp: 0.3, seconds: 0.7, fixedSeconds: 0.7, rounds: 1, settle: 0.7, starts: 0.2, held: 0.1 }
    : { connections: [1, 16, 128], warmUp: 0.5, seconds: 2, fixedSeconds: 2.5, rounds: 3, settle: 2, starts: 1, held: 1 };

// The cell that the targets are about is measured several times; its median CPU time counts.
const isTargetCell = (cell) => cell.upstream === 'http' && cell.size === 1024 && cell.connections === 16;
// The merged endpoint differs from the single one in a name, and others of ours are there for one number:
// one cell shows it.
const isMeasured = (row, cell) => row.name === 'touchstone' || !row.touchstone || (cell.size === 1024 && (cell.connections === 16 || row.anyCrowd));

function installProxies() {
  const installed = join(bench, 'node_modules/.package-lock.json');
  const wanted = join(bench, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  say('installing the npm proxies');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: bench, stdio: ['ignore', 2, 2] });
}

function check(rows) {
  for (const program of ['load', 'echo_server']) {
    if (!existsSync(join(options.programs, program))) fail(`no ${program} in ${options.programs}. Build it: ./dev bench`);
  }
  if (rows.some((row) => row.name === 'nginx') && spawnSync('nginx', ['-v']).error) {
    fail('nginx is not installed. Install Debian\'s package nginx, or leave it out with --rows');
  }
  if (rows.some((row) => row.touchstone) && spawnSync(options.touchstone, ['run', '--help']).status !== 0) {
    fail(`${options.touchstone} has no command 'run', so there is no gateway to measure.\n` +
      'Build one that has, or leave it out: --rows direct,nginx,mcp-proxy,supergateway');
  }
  if (rows.some((row) => row.npm)) installProxies();
}

// A virtual machine compiles what it has run often, so its first calls say little about the rest.
// Large calls and then small ones, until twice in a row that made it no cheaper.
async function warmUp(row) {
  for (const size of sizes().reverse()) {
    let best = Infinity;
    for (let round = 0, stalled = 0; round < 8 && stalled < 2; ++round) {
      const { cpu_us_per_call: cpu } = await measure(row, { size, connections: 16 }, ['--seconds', plan().settle]);
      stalled = cpu < 0.95 * best ? 0 : stalled + 1;
      best = Math.min(best, cpu);
    }
  }
}

const program = (name) => realpathSync(join(options.programs, name));
const url = (row) => `http://127.0.0.1:${row.port}${row.path}`;
const stdioServer = () => [program('echo_server'), '--stdio'];
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// One row under one load: what load saw, and the CPU time of the row meanwhile.
async function measure(row, cell, how) {
  const words = ['--connections', cell.connections, '--size', cell.size, '--tool', row.tool, '--wait', ...how];
  if (row.start || row.upstream === 'http') words.push('--url', url(row));
  else words.push('--stdio', '--', ...stdioServer());
  let before = 0;
  const cpu = () => (row.child ? cpuNanoseconds(row.child, program('echo_server')) : 0);
  const seen = await load(program('load'), words, async () => void (before = cpu()));
  return row.child ? { ...seen, cpu_us_per_call: (cpu() - before) / 1000 / seen.calls } : seen;
}

async function measureCell(rows, cell) {
  const { warmUp, seconds, fixedSeconds, rounds } = plan();
  const results = [];
  const rate = rates[cell.size][cell.connections];
  for (let round = 0; round < (isTargetCell(cell) ? rounds : 1); ++round) {
    for (const row of rows.filter((it) => isMeasured(it, cell))) {
      const maximum = await measure(row, cell, ['--seconds', seconds, '--warm-up', warmUp]);
      const fixed = await measure(row, cell, ['--seconds', fixedSeconds, '--warm-up', 0.2, '--rate', rate]);
      results.push({ row: row.name, maximum, fixed });
    }
  }
  return { ...cell, rate, rows: [...new Set(results.map((it) => it.row))].map((name) => {
    const all = results.filter((it) => it.row === name);
    const middle = (part, key) => median(all.map((it) => it[part][key]));
    const merge = (part) => Object.fromEntries(Object.keys(all[0][part]).map((key) => [key, middle(part, key)]));
    return { row: name, maximum: merge('maximum'), fixed: merge('fixed') };
  }) };
}

async function measureStartup(row, upstream) {
  const times = Math.max(2, Math.round(row.starts * plan().starts));
  const port = await freePort();
  const words = ['--url', `http://127.0.0.1:${port}/`, '--startup', times, '--', ...row.start(port, upstream)];
  return load(program('load'), words);
}

// Memory for one idle session, in KB: `held` sessions, with their connections open or closed.
async function measureSessions(row, upstream, keep) {
  const wanted = Math.max(50, Math.round(row.held * plan().held));
  // A gateway may have a connection of its own for each one it holds.
  const held = keep ? Math.min(wanted, Math.floor(fileLimit() / 2) - 500) : wanted;
  const port = await freePort();
  const child = await startServer(row.start(port, upstream), port);
  const sample = () => memory(child, program('echo_server')).pss;
  let before = 0;
  let after = 0;
  // What the first sessions cost is not what each costs.
  await load(program('load'), ['--url', url({ ...row, port }), '--hold', 32], async () => void (await sleep(300)));
  before = sample();
  const words = ['--url', url({ ...row, port }), '--hold', held, ...(keep ? ['--keep'] : [])];
  await load(program('load'), words, async () => {
    await sleep(500);
    after = sample();
  });
  await stop(child);
  return { held, kb_per_session: (after - before) / held };
}

async function compareUpstream(kind, rows, scratchServers) {
  const echoPort = await freePort();
  const echo = await startServer([program('echo_server'), '--http', String(echoPort)], echoPort);
  scratchServers.push(echo);
  const upstream = kind === 'http' ? echoPort : stdioServer();
  const about = [];
  for (const row of rows) {
    if (!row.start) {
      row.port = echoPort;
      continue;
    }
    say(`${kind}: start-up and memory of ${row.name}`);
    const startup = row.starts > 0 ? await measureStartup(row, upstream) : null;
    const sessions = row.held > 0 ? await measureSessions(row, upstream, false) : null;
    const kept = row.held > 0 && row.touchstone ? await measureSessions(row, upstream, true) : null;
    row.port = await freePort();
    row.child = await startServer(row.start(row.port, upstream), row.port);
    scratchServers.push(row.child);
    await sleep(300);
    const idle = memory(row.child, program('echo_server'));
    if (row.npm) await warmUp(row);
    if (row.starts > 0) about.push({ row: row.name, upstream: kind, startup, idle, sessions, kept });
  }
  const cells = [];
  for (const size of sizes()) {
    for (const connections of plan().connections) {
      say(`${kind}: ${size / 1024} KB, ${connections} connections`);
      cells.push(await measureCell(rows, { upstream: kind, size, connections }));
    }
  }
  for (const child of scratchServers.splice(0)) await stop(child);
  return { cells, about };
}

readOptions(process.argv.slice(2));
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// State of whoever runs this stays out of it.
Object.assign(process.env, { XDG_STATE_HOME: join(scratch, 'state'), XDG_CACHE_HOME: join(scratch, 'cache') });
const names = options.rows.split(',');
const rows = allRows({ bench, scratch, touchstone: options.touchstone, before: options.before }).filter((row) =>
  names.includes(row.name.split(' ')[0]));
const unknown = names.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) fail(`no row ${unknown.join(', ')}\n${usage}`);
check(rows);

try {
  const begin = performance.now();
  const machine = { cpu: cpus()[0].model, cores: cpus().length, busy: loadavg()[0] };
  const result = { machine, quick: options.quick, cells: [], about: [] };
  for (const kind of ['http', 'stdio'].filter((it) => options.upstreams.split(',').includes(it))) {
    const part = await compareUpstream(kind, rows.filter((row) => row.upstream === kind), []);
    result.cells.push(...part.cells);
    result.about.push(...part.about);
  }
  result.seconds = Math.round((performance.now() - begin) / 1000);
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, JSON.stringify(result, null, 1));
  console.log(text(result));
  say(`${result.seconds} s; the numbers are in ${options.json}`);
} catch (error) {
  fail(error.message);
}
