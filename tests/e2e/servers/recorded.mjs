// A server over HTTP that answers from what a suite recorded, and plants a text where the suite has a
// place for one. What it is to play is set before a session begins; sessions come one after another.
import { createServer } from 'node:http';

const kinds = { text: { type: 'string' }, number: { type: 'number' }, integer: { type: 'integer' }, flag: { type: 'boolean' }, texts: { type: 'array', items: { type: 'string' } } };
// "=a,b" is one of these words; a name with "?" behind it may be left out.
const schema = kind => (kind.startsWith('=') ? { type: 'string', enum: kind.slice(1).split(',') } : kinds[kind]);
const plain = key => key.replace('?', '');
const definition = ({ name, description, takes }) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(takes).map(([key, kind]) => [plain(key), schema(kind)])),
    required: Object.keys(takes).filter(key => !key.endsWith('?'))
  }
});

export async function open_recorded(suite) {
  const stage = { calls: [], plant: '' };
  const played = (tool, args) => stage.calls.find(([name, given]) => name === tool && JSON.stringify(given) === JSON.stringify(args));
  const text = ({ name, arguments: args }) => {
    const said = played(name, args ?? {})?.[2] ?? 'there is nothing';
    return (said.startsWith('@') ? suite.texts[said.slice(1)] : said).replaceAll('{plant}', () => stage.plant);
  };
  const methods = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'recorded', version: '1' } }),
    ping: () => ({}),
    'tools/list': () => ({ tools: suite.tools.map(definition) }),
    'tools/call': params => ({ content: [{ type: 'text', text: text(params) }] })
  };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const known = methods[method];
    const answer = known ? { result: known(params) } : { error: { code: -32601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { stage, entry: { url: `http://127.0.0.1:${server.address().port}/mcp` }, close: () => server.close() };
}
