// A server in plain JavaScript that writes down every line it gets, byte by byte, and answers with
// fixed bytes:  recorder.mjs FILE legacy|modern
import { appendFileSync } from 'node:fs';
import { answers, list, odd_error } from './recorder_words.mjs';
import { dig } from '../lib/raw.mjs';

const [file, era] = process.argv.slice(2);
const say = text => process.stdout.write(`${text}\n`);
const cacheable = era === 'modern' ? ',"resultType":"complete","ttlMs":1000,"cacheScope":"private"' : '';

function result(method, params) {
  switch (method) {
    case 'initialize':
      return era === 'legacy' && '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"recorder","version":"1"}}';
    case 'server/discover':
      return era === 'modern' && `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}${cacheable},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"recorder","version":"1"}}}`;
    case 'ping': return era === 'legacy' && '{}';
    case 'tools/list': return list.replace(/}$/, `${cacheable}}`);
    case 'tools/call': return call(JSON.parse(dig(params, 'name')), params);
    default: return false;
  }
}

function call(name, params) {
  if (name === 'progress') {
    const token = dig(params, '_meta', 'progressToken');
    // Three notifications and the answer in one write: whoever reads must not lose any.
    const lines = [1, 2, 3].map(n => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${n}.0,"total":3,"vendor":{"n":1e400}}}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  const body = answers[name];
  return body && (era === 'modern' ? body.replace(/}$/, ',"resultType":"complete"}') : body);
}

let rest = Buffer.alloc(0);
process.stdin.on('data', chunk => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end);
    rest = rest.subarray(end + 1);
    appendFileSync(file, Buffer.concat([line, Buffer.from('\n')]));
    answer(line.toString());
  }
});
process.stdin.on('end', () => process.exit(0));

function answer(line) {
  const id = dig(line, 'id');
  const method = dig(line, 'method');
  if (id === undefined || method === undefined) return;
  if (dig(line, 'params', 'name') === '"error"') return say(`{"jsonrpc":"2.0","id":${id},"error":${odd_error}}`);
  const text = result(JSON.parse(method), dig(line, 'params') ?? '{}');
  say(text ? `{"jsonrpc":"2.0","id":${id},"result":${text}}` : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`);
}
