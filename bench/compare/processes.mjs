// Processes that we start: their tree, the CPU time it used, the memory it has, and their end.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const started = new Set();

// Whatever happens to us, what we started ends with us.
process.on('exit', () => started.forEach((child) => tree(child.pid).forEach((pid) => end(pid, 'SIGKILL'))));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

function end(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // a process may end at any time
  }
}

// Below the range from which the kernel takes ports for connections, where a client that tries to
// reach a port nobody listens on may reach itself.
let nextPort = 20000 + (process.pid * 13) % 10000;
export async function freePort() {
  for (;;) {
    nextPort = nextPort >= 30000 ? 20000 : nextPort + 1;
    if (!(await answers(nextPort))) return nextPort;
  }
}

export function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

// Starts a server and waits until it listens on `port`.
export async function startServer(command, port) {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint = (complaint + text).slice(-2000)));
  child.on('error', (error) => (complaint = String(error)));
  started.add(child);
  for (let waited = 0; waited < 20000; waited += 20) {
    if (child.exitCode !== null || child.pid === undefined) break;
    if (await answers(port)) return child;
    await sleep(20);
  }
  await stop(child);
  throw new Error(`${command.join(' ')}\ndid not listen on port ${port}\n${complaint}`);
}

export async function stop(child) {
  started.delete(child);
  if (child.pid === undefined || child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const everyone = tree(child.pid).map((pid) => ({ pid, born: birth(pid) }));
  child.kill('SIGTERM');
  child.stdin.destroy();
  await Promise.race([exited, sleep(3000)]);
  for (const { pid, born } of everyone) {
    if (born && birth(pid) === born) end(pid, 'SIGKILL');
  }
}

// The fields of /proc/<pid>/stat from the state on; the name before them may hold anything.
function stat(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : [];
}
const birth = (pid) => stat(pid)[19];

// `root` and all its descendants.
function tree(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(stat(name)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

// The proxy's own processes: the servers it started for itself are not its work.
function ownProcesses(child, upstream) {
  return tree(child.pid).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`) !== upstream;
    } catch {
      return false;
    }
  });
}

// Nanoseconds of CPU time that each thread had, from the scheduler; where the kernel does not
// count that, clock ticks of 10 ms.
function cpuOf(pid) {
  let total = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      total += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
    }
  } catch {
    return 0;
  }
  if (total > 0) return total;
  const fields = stat(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1e7;
}

export function cpuNanoseconds(child, upstream) {
  return ownProcesses(child, upstream).reduce((sum, pid) => sum + cpuOf(pid), 0);
}

// How many files a process that we start may open.
export function fileLimit() {
  return Number(read('/proc/self/limits').match(/^Max open files\s+(\d+)/m)?.[1] ?? 1024);
}

function kilobytes(text, key) {
  return Number(text.match(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0);
}

// In KB. rss counts a shared page in full for each process, pss by its share, own not at all.
export function memory(child, upstream) {
  const sum = { rss: 0, pss: 0, own: 0 };
  for (const pid of ownProcesses(child, upstream)) {
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    sum.rss += kilobytes(rollup, 'Rss');
    sum.pss += kilobytes(rollup, 'Pss');
    sum.own += kilobytes(rollup, 'Private_Clean') + kilobytes(rollup, 'Private_Dirty');
  }
  return sum;
}
