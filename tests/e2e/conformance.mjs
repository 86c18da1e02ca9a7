// Runs one suite of @modelcontextprotocol/conformance and holds the result against what is expected,
// scenario by scenario, both ways: an unexpected pass is a difference too.
//   --suite NAME          one of those below
//   --everything          server-everything or (client suites) the SDK's own client: proves this runner
//   --url URL             a server that runs already, held against the same expectation as the fixture
//   --touchstone PATH     the gateway in front of `demo-server conformance`, or the gateway as a client
//   --fixture PATH        `PATH demo-server conformance` itself, without the gateway
//   --expected FILE       instead of conformance_expected.json
//   --write-doc FILE      puts the table into FILE
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open_gateway } from './lib/gateway.mjs';
import { here, node, options, scratch_dir, start, stop, Verdict, within } from './lib/harness.mjs';
import { open_peer } from './lib/peers.mjs';

const program = name => join(here, 'node_modules', name, 'dist', 'index.js');
const next = program('conformance-next');
const suites = {
  'server-0.1.16': { face: 'server', args: [program('@modelcontextprotocol/conformance'), 'server', '--suite', 'all'] },
  'server-2025-11-25': { face: 'server', args: [next, 'server', '--requirements', '2025-11-25'] },
  'server-2026-07-28': { face: 'server', args: [next, 'server', '--requirements', '2026-07-28'] },
  'client-2025-11-25': { face: 'client', args: [next, 'client', '--requirements', '2025-11-25'] },
  'client-2026-07-28': { face: 'client', args: [next, 'client', '--requirements', '2026-07-28'] }
};
const chosen = options({
  suite: { type: 'string' }, everything: { type: 'boolean' }, url: { type: 'string' }, touchstone: { type: 'string' },
  fixture: { type: 'string' }, expected: { type: 'string' }, 'write-doc': { type: 'string' }
});
const suite = suites[chosen.suite];
if (!suite) {
  console.error(`no suite ${chosen.suite}; there are: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const suite_limit = 280000;

// Who is under test: [profile of the expectations, arguments for the suite, processes to end].
async function subject() {
  if (suite.face === 'client') {
    const how = chosen.everything ? '--direct' : `--touchstone ${chosen.touchstone}`;
    return ['--command', `${node} ${join(here, 'conformance_client.mjs')} ${how}`];
  }
  if (chosen.url) return ['--url', chosen.url];
  if (chosen.everything) return ['--url', (await open_peer('everything-http')).target.url];
  const fixture = await open_peer('fixture-http', chosen.touchstone ?? chosen.fixture);
  if (chosen.fixture) return ['--url', fixture.target.url];
  const gateway = await open_gateway(chosen.touchstone, { fixture: fixture.entry });
  return ['--url', gateway.one('fixture')];
}

async function run(args) {
  const output = scratch_dir();
  const child = start(node, [...suite.args, ...args, '-o', output]);
  await within(suite_limit, 'the suite', child.gone).catch(async error => {
    await stop(child, 'SIGKILL');
    throw new Error(`${error.message}\n${child.output}`);
  });
  return { output, text: child.output };
}

// The suite leaves one folder for each scenario: [server-]<scenario>-<time>/checks.json; a slash in a
// scenario's name makes one folder more.
function collect(folder, prefix = '') {
  const found = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true }).filter(it => it.isDirectory())) {
    const path = join(prefix, entry.name);
    const file = join(folder, path, 'checks.json');
    if (!existsSync(file)) {
      Object.assign(found, collect(folder, path));
      continue;
    }
    const name = path.replace(/^server-(?=.*)/, match => (suite.face === 'server' ? '' : match)).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const checks = JSON.parse(readFileSync(file, 'utf8'));
    const count = status => checks.filter(it => it.status === status).length;
    found[name] = {
      passed: count('SUCCESS'), failed: count('FAILURE'), warned: count('WARNING'),
      notes: checks.filter(it => ['FAILURE', 'WARNING'].includes(it.status)).map(it => `${it.status} ${it.id}: ${it.errorMessage ?? it.description}`)
    };
  }
  return found;
}
const state = ({ failed, warned, passed }) => (failed ? 'fails' : warned ? 'warns' : passed ? 'passes' : 'says nothing');

// {"passes": [names] or "all", "except": {name or prefix*: {"is": state or states, "why": reason}}, "otherwise": {is, why}}
function expectation(rules, name) {
  const key = Object.keys(rules.except ?? {}).find(it => it === name || (it.endsWith('*') && name.startsWith(it.slice(0, -1))));
  if (key) return rules.except[key];
  if (rules.passes === 'all' || rules.passes.includes(name)) return { is: 'passes' };
  return rules.otherwise;
}

function document_table(results, rules) {
  const rows = Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, it]) =>
    `| ${name} | ${state(it)} | ${it.passed} of ${it.passed + it.failed + it.warned} | ${expectation(rules, name).why ?? ''} |`);
  return ['| scenario | result | checks passed | why not |', '|---|---|---|---|', ...rows].join('\n');
}
function write_document(file, table) {
  const begin = `<!-- table ${chosen.suite}: written by tests/e2e/conformance.mjs -->`;
  const end = `<!-- end of ${chosen.suite} -->`;
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '# Conformance\n';
  const section = `${begin}\n${table}\n${end}`;
  const [head, tail] = [old.indexOf(begin), old.indexOf(end)];
  writeFileSync(file, head >= 0 && tail > head ? old.slice(0, head) + section + old.slice(tail + end.length) : `${old}\n## ${chosen.suite}\n\n${section}\n`);
}

const verdict = new Verdict(`conformance ${chosen.suite}`);
const profile = chosen.everything ? 'everything' : 'touchstone';
const rules = JSON.parse(readFileSync(chosen.expected ?? join(here, 'conformance_expected.json'), 'utf8'))[profile][chosen.suite];
const { output, text } = await run(await subject());
const results = collect(output);
if (Object.keys(results).length === 0) console.log(text);

for (const [name, it] of Object.entries(results)) {
  const { is, why = '' } = expectation(rules, name);
  await verdict.check(`${name}: ${is}${why && `, ${why}`}`, () => {
    if (![is].flat().includes(state(it))) throw new Error(`it ${state(it)} (${it.passed} passed, ${it.failed} failed, ${it.warned} warned)\n${it.notes.join('\n')}`);
  });
}
const promised = [...(Array.isArray(rules.passes) ? rules.passes : []), ...Object.keys(rules.except ?? {}).filter(it => !it.endsWith('*'))];
for (const name of promised.filter(it => !results[it])) {
  await verdict.check(`${name}: is part of the suite`, () => { throw new Error('the suite did not run it'); });
}
const all = Object.values(results);
const sum = key => all.reduce((total, it) => total + it[key], 0);
console.log(`${all.filter(it => state(it) === 'passes').length} of ${all.length} scenarios pass; checks: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('warned')} warned`);
if (chosen['write-doc']) write_document(chosen['write-doc'], document_table(results, rules));
verdict.finish();
