// Real release-to-release changes: installs published versions of npm servers, asks each what it
// offers, and saves one JSON file a version, for `touchstone eval drift`.
//
//   node bench/drift/releases.mjs OUT [SERVER...]
//
// releases.json beside this file has the packages and versions, each a run of releases without gaps
// as far as the registry has them; a package may be there with several runs. The
// lists belong to their authors and stay outside the repository; what is in OUT already is not
// fetched again. Packages are installed without their install scripts, into OUT/.npm, and get
// nothing of our environment but PATH and a home folder of their own.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [outArgument, ...wanted] = process.argv.slice(2);
if (!outArgument) {
  console.error('usage: node bench/drift/releases.mjs OUT [SERVER...]');
  process.exit(2);
}
const out = resolve(outArgument);
const releases = JSON.parse(readFileSync(new URL('releases.json', import.meta.url), 'utf8'));
const startTimeout = 30_000;

function install(name, version) {
  const folder = join(out, '.npm', `${name.replaceAll('/', '+')}@${version}`);
  const at = join(folder, 'node_modules', name);
  if (existsSync(at)) return at;
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
  spawnSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${version}`],
            { stdio: 'ignore', timeout: 240_000 });
  return existsSync(at) ? at : null;
}

function program(folder) {
  const { bin, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0] ?? main;
  return join(folder, file);
}

// One server on stdio: request(method) gives the result, or null if it has no such thing.
class Client {
  constructor(file, args, env, home) {
    this.child = spawn(process.execPath, [file, ...args],
                       { env: { PATH: process.env.PATH, HOME: home, ...env }, cwd: home,
                         stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdin.on('error', () => {});
    this.waiting = new Map();
    this.next = 1;
    createInterface({ input: this.child.stdout }).on('line', (line) => this.hear(line));
    this.child.on('exit', () => this.waiting.forEach((answer) => answer(null)));
  }
  hear(line) {
    let message;
    try { message = JSON.parse(line); } catch { return; }
    if (message.method && message.id !== undefined) {
      this.say({ id: message.id, error: { code: -32601, message: 'not here' } });
    } else {
      this.waiting.get(message.id)?.(message.result ?? null);
    }
  }
  say(message) { this.child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n'); }
  request(method, params = {}) {
    const id = this.next++;
    return new Promise((answer) => {
      const timer = setTimeout(() => answer(null), startTimeout);
      this.waiting.set(id, (result) => { clearTimeout(timer); answer(result); });
      this.say({ id, method, params });
    });
  }
  async all(method, key) {
    const items = [];
    let cursor;
    do {
      const page = await this.request(method, cursor ? { cursor } : {});
      items.push(...(page?.[key] ?? []));
      cursor = page?.nextCursor;
    } while (cursor && items.length < 10_000);
    return items;
  }
  end() { this.child.kill('SIGKILL'); }
}

async function list(entry, folder, home) {
  const args = (entry.args ?? []).map((word) => word.replace('{folder}', home));
  const client = new Client(program(folder), args, entry.env ?? {}, home);
  try {
    const hello = await client.request('initialize', {
      protocolVersion: '2025-06-18', capabilities: {},
      clientInfo: { name: 'releases', version: '1' } });
    if (!hello) return null;
    client.say({ method: 'notifications/initialized' });
    const has = hello.capabilities ?? {};
    return {
      serverInfo: hello.serverInfo,
      instructions: hello.instructions,
      tools: await client.all('tools/list', 'tools'),
      prompts: has.prompts ? await client.all('prompts/list', 'prompts') : [],
      resourceTemplates: has.resources
        ? await client.all('resources/templates/list', 'resourceTemplates') : [],
    };
  } finally {
    client.end();
  }
}

const home = join(out, '.home');
mkdirSync(home, { recursive: true });
for (const [server, entry] of Object.entries(releases)) {
  if (wanted.length && !wanted.includes(server)) continue;
  for (const [index, version] of entry.versions.entries()) {
    const file = join(out, server, `${String(index).padStart(3, '0')}-${version}.json`);
    if (existsSync(file)) continue;
    const folder = install(entry.package, version);
    const found = folder && (await list(entry, folder, home));
    if (found?.tools.length) {
      mkdirSync(join(out, server), { recursive: true });
      writeFileSync(file, JSON.stringify(found, null, 1));
    }
    console.log(`${server} ${version}: ${found ? `${found.tools.length} tools` : 'no answer'}`);
    if (folder) rmSync(folder.slice(0, folder.indexOf('/node_modules')), { recursive: true, force: true });
  }
}
process.exit(0);
