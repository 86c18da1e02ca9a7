// What every runner here needs: arguments, time limits, child processes, and a verdict at the end.
// A runner exits 0 only if it checked something and nothing failed.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';

export const here = new URL('..', import.meta.url).pathname;
export const node = process.execPath;
export const bin = name => join(here, 'node_modules', '.bin', name);

export function options(spec) {
  try {
    return parseArgs({ options: spec, allowPositionals: false }).values;
  } catch (error) {
    console.error(`${error.message}\noptions: ${Object.keys(spec).map(key => `--${key}`).join(' ')}`);
    process.exit(2);
  }
}

// Milliseconds to measure spans with. Not the wall clock: a machine that was put to sleep, or had its clock set,
// moves that one by minutes while no program ran, and every limit below would be over.
export const now_ms = () => Math.round(performance.now());

// How long to wait for what must come. Only a failure takes that long, and a busy machine may stand still for seconds.
export const patient = 60000;

export const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

export async function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Waits until `probe` returns something that is not undefined or false.
export async function until(ms, what, probe) {
  const end = now_ms() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (now_ms() > end) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(20);
  }
}

export async function free_port() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

const scratch_dirs = [];
export function scratch_dir() {
  const dir = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'));
  scratch_dirs.push(dir);
  return dir;
}
export function write_json(name, value) {
  const file = join(scratch_dir(), name);
  writeFileSync(file, JSON.stringify(value, null, 2));
  return file;
}

// Whatever is started here keeps its state in a folder of this run, and never where a person has theirs.
const home = scratch_dir();
for (const [key, folder] of Object.entries({ XDG_STATE_HOME: 'state', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: 'config' })) process.env[key] = join(home, folder);

const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const dir of scratch_dirs) rmSync(dir, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

// A child process whose output is kept (the last `most` characters) to be looked at, or shown if something
// fails.
export function start(command, args, { env = {}, cwd, most = 20000 } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  child.output = '';
  child.gone = new Promise(resolve => child.once('close', resolve));
  child.gone.then(() => children.delete(child));
  const keep = chunk => { child.output = (child.output + chunk).slice(-most); };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => {});
  child.on('error', error => keep(`cannot start ${command}: ${error.message}\n`));
  return child;
}

export async function ready(child, pattern, ms = patient) {
  return until(ms, `${pattern} in the output of pid ${child.pid}`, () => {
    const match = pattern.exec(child.output);
    if (match) return match;
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode}:\n${child.output}`);
  }).catch(error => { throw new Error(`${error.message}\n${child.output}`); });
}

export async function stop(child, signal = 'SIGTERM', ms = patient) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await within(ms, `end of pid ${child.pid} after ${signal}`, child.gone).catch(error => {
    child.kill('SIGKILL');
    throw error;
  });
}

// Counts what was checked; the only place that decides the exit code.
export class Verdict {
  passed = 0;
  failures = [];
  skipped = new Map();
  constructor(title) { this.title = title; this.begin = now_ms(); }

  async check(name, body) {
    const begin = now_ms();
    try {
      await body();
      this.passed += 1;
      if (process.env.E2E_VERBOSE) console.log(`ok    ${name} (${now_ms() - begin} ms)`);
      return true;
    } catch (error) {
      this.failures.push(name);
      console.log(`FAIL  ${name} (${now_ms() - begin} ms)\n${indent(error.stack ?? String(error))}`);
      return false;
    }
  }

  // A combination that cannot exist: said once for each reason.
  cannot(reason, what) {
    if (!this.skipped.has(reason)) this.skipped.set(reason, []);
    this.skipped.get(reason).push(what);
  }

  finish() {
    for (const [reason, all] of this.skipped) console.log(`not applicable, ${all.length}x: ${reason} (${all[0]}${all.length > 1 ? ', …' : ''})`);
    const seconds = ((now_ms() - this.begin) / 1000).toFixed(1);
    console.log(`${this.title}: ${this.passed} passed, ${this.failures.length} failed, ${seconds} s`);
    if (this.failures.length) console.log(`failed: ${this.failures.join(', ')}`);
    process.exit(this.failures.length === 0 && this.passed > 0 ? 0 : 1);
  }
}

export const indent = text => text.split('\n').map(line => `      ${line}`).join('\n');

export function same(actual, expected, what = 'value') {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what} differs at ${first_difference(actual, expected, '')}`);
}

function first_difference(a, b, path) {
  const object = value => value !== null && typeof value === 'object';
  if (object(a) && object(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(b), ...Object.keys(a)])) {
      if (!isDeepStrictEqual(a[key], b[key])) return first_difference(a[key], b[key], `${path}/${key}`);
    }
  }
  const show = value => (JSON.stringify(value) ?? 'nothing').slice(0, 600);
  return `${path || '/'}\n  expected ${show(b)}\n  got      ${show(a)}`;
}

export function truth(condition, message) {
  if (!condition) throw new Error(message);
}
