// What is not the gateway's arrives byte by byte: arguments, unknown keys and _meta on the way up;
// results, errors, tools and progress on the way down. No SDK takes part.
//   --direct or --touchstone PATH
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aggregate_target, http_target, open_gateway, separator, stdio_target } from './lib/gateway.mjs';
import { here, node, options, same, scratch_dir, stop, truth, Verdict } from './lib/harness.mjs';
import { dig, members, modern_meta, RawHttp, RawStdio } from './lib/raw.mjs';
import { answers, odd_error, odd_tool } from './servers/recorder_words.mjs';

const { direct, touchstone } = options({ direct: { type: 'boolean' }, touchstone: { type: 'string' } });
if (!direct === !touchstone) {
  console.error('one of --direct and --touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict('transparency');
const eras = ['legacy', 'modern'];
const dir = scratch_dir();
const record = era => join(dir, `${era}.log`);
const entry = era => ({ command: node, args: [join(here, 'servers', 'recorder.mjs'), record(era), era] });

const arguments_cases = {
  'numbers keep their spelling': '{"list":[1.0,1e400,-0,-0.0,12345678901234567890,0.10,1E+2],"last":2.50}',
  'order of keys, empty keys and spaces stay': '{ "z":1,"a": 2 ,"m":{"b":{},"a":[ ]},"":"","A":1 }',
  'false and null are not nothing': '{"no":false,"none":null,"empty":"","list":[null,false]}',
  'escapes and plain letters stay what they are': '{"a":"\\u00e9 é \\ud83d\\ude00 😀 \\/ / \\u0000 \\u2028 \\"","\\u00e9":1}',
  'deep nesting': `${'{"a":['.repeat(25)}1.0${']}'.repeat(25)}`,
  'a long value': `{"text":"${'x\\n'.repeat(100000)}","end":1.0}`
};
const ids = ['0', '-5', '9007199254740993', '"7"', '"id \\u00fc \\/"'];
const meta_extra = '"vendor/one":{"z":1.0,"a":[null,false]},"vendor/two":"\\u00e9"';
let next = 100;

// Sends tools/call; returns the answer and what reached the server, both as texts.
async function call(client, log, { name, args, id = String(next += 1), extra = '', meta = meta_extra }) {
  const common = client.era === 'modern' ? `,${modern_meta()}` : '';
  const before = size(log);
  const seen = await client.ask(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}${extra},"_meta":{${meta}${common}}}}`);
  const lines = readFileSync(log).subarray(before).toString().split('\n');
  const arrived = lines.find(line => line !== '' && dig(line, 'method') === '"tools/call"');
  return { seen, answer: seen.at(-1), arrived };
}
const size = file => (existsSync(file) ? readFileSync(file).length : 0);
const without_era = pairs => pairs.filter(([key]) => !['resultType', 'ttlMs', 'cacheScope'].includes(key));

async function check_way(label, client, upstream_era, prefix) {
  const log = record(upstream_era);
  const tool = name => prefix + name;
  const check = (what, body) => verdict.check(`${label}: ${what}`, body);

  for (const [what, args] of Object.entries(arguments_cases)) {
    await check(what, async () => {
      const { arrived } = await call(client, log, { name: tool('odd'), args });
      truth(arrived !== undefined, 'the call did not arrive');
      same(dig(arrived, 'params', 'arguments'), args, 'arguments');
      same(dig(arrived, 'params', 'name'), '"odd"', 'name');
    });
  }
  await check('unknown keys of params and _meta arrive', async () => {
    const { arrived } = await call(client, log, { name: tool('odd'), args: '{}', extra: ',"vendor":{"b":1.0,"a":null}' });
    same(dig(arrived, 'params', 'vendor'), '{"b":1.0,"a":null}', 'the unknown key');
    same(dig(arrived, 'params', '_meta', 'vendor/one'), '{"z":1.0,"a":[null,false]}', '_meta');
    same(dig(arrived, 'params', '_meta', 'vendor/two'), '"\\u00e9"', '_meta');
  });
  await check('a result comes back with every byte', async () => {
    const { answer } = await call(client, log, { name: tool('odd'), args: '{}' });
    same(without_era(members(dig(answer, 'result'))), members(answers.odd), 'result');
    if (client.era === 'legacy' && upstream_era === 'legacy') same(dig(answer, 'result'), answers.odd, 'result');
  });
  await check('an error comes back with every byte', async () => {
    const { answer } = await call(client, log, { name: tool('error'), args: '{}' });
    same(dig(answer, 'error'), odd_error, 'error');
  });
  for (const id of ids) {
    await check(`the id ${id} comes back as it was`, async () => {
      const { answer } = await call(client, log, { name: tool('odd'), args: '{}', id });
      same(dig(answer, 'id'), id, 'id');
    });
  }
  await check('all progress comes, with the token of the client, before the answer', async () => {
    const token = '"t\\u00fc-1"';
    const { seen } = await call(client, log, { name: tool('progress'), args: '{}', meta: `"progressToken":${token}` });
    const progress = seen.slice(0, -1).filter(line => dig(line, 'method') === '"notifications/progress"');
    same(progress.map(line => dig(line, 'params', 'progress')), ['1.0', '2.0', '3.0'], 'progress');
    same(progress.map(line => JSON.parse(dig(line, 'params', 'progressToken'))), Array(3).fill(JSON.parse(token)), 'token');
    same(progress.map(line => dig(line, 'params', 'vendor')), Array(3).fill('{"n":1e400}'), 'the unknown key');
  });
  await check('a tool is listed with every byte', async () => {
    const params = client.era === 'modern' ? `{"_meta":{${modern_meta()}}}` : '{}';
    const answer = (await client.ask(`{"jsonrpc":"2.0","id":${next += 1},"method":"tools/list","params":${params}}`)).at(-1);
    const tools = members(dig(answer, 'result', 'tools')).map(([, text]) => text);
    const listed = tools.find(text => dig(text, 'name') === `"${tool('odd')}"`);
    truth(listed !== undefined, `not listed: ${tools.map(text => dig(text, 'name'))}`);
    const unnamed = text => members(text).filter(([key]) => key !== 'name');
    same(unnamed(listed), unnamed(odd_tool), 'the tool');
    if (prefix === '') same(listed, odd_tool, 'the tool');
  });
}

// A body with line breaks is fine over HTTP; towards a child process it must become one line.
async function check_line_breaks(label, client, upstream_era) {
  await verdict.check(`${label}: line breaks between tokens do not reach a child process`, async () => {
    const args = '{\n  "one": 1.0,\r\n\t"list": [\n1e400\n]\n}';
    const { arrived } = await call(client, record(upstream_era), { name: 'odd', args });
    truth(arrived !== undefined, 'the call did not arrive as one line');
    same(dig(arrived, 'params', 'arguments').replace(/\s/g, ''), args.replace(/\s/g, ''), 'arguments');
  });
}

if (direct) {
  for (const era of eras) {
    const client = await new RawStdio(entry(era), era).open();
    await check_way(`direct, ${era}`, client, era, '');
    await client.close();
  }
} else {
  const gateway = await open_gateway(touchstone, Object.fromEntries(eras.map(era => [era, entry(era)])));
  for (const upstream_era of eras) {
    for (const client_era of eras) {
      const ways = {
        'HTTP': () => new RawHttp(http_target(gateway, upstream_era), client_era),
        'HTTP, all servers': () => new RawHttp(aggregate_target(gateway, upstream_era), client_era),
        'stdio': () => new RawStdio(stdio_target(touchstone, upstream_era, entry(upstream_era)), client_era)
      };
      for (const [way, open] of Object.entries(ways)) {
        const label = `${client_era} → ${upstream_era}, ${way}`;
        let client;
        if (!await verdict.check(`${label}: connect`, async () => { client = await open().open(); })) continue;
        await check_way(label, client, upstream_era, way === 'HTTP' ? '' : upstream_era + separator);
        if (way === 'HTTP') await check_line_breaks(label, client, upstream_era);
        await client.close();
      }
    }
  }
  await verdict.check('the gateway ends when told to', () => stop(gateway.child));
  if (verdict.failures.length) console.log(`--- the gateway said:\n${gateway.child.output}`);
}
verdict.finish();
