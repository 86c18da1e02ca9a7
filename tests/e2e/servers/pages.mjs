// A legacy server in plain JavaScript whose list of tools comes in pages: the second cursor is the
// empty string, which is a valid cursor, and cursors are not numbers.
import { createInterface } from 'node:readline';

const cursors = [undefined, '', 'ünï/2', 'last one'];
const page_size = 8;
const tool = (page, at) => ({ name: `page-0${page}-tool-${at}`, description: `Tool ${at} of page ${page}.`, inputSchema: { type: 'object' } });

const methods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'pages', version: '1' } }),
  ping: () => ({}),
  'tools/list': ({ cursor } = {}) => {
    const page = cursors.indexOf(cursor);
    if (page < 0) throw Object.assign(new Error(`unknown cursor ${JSON.stringify(cursor)}`), { code: -32602 });
    const tools = Array.from({ length: page_size }, (_, at) => tool(page, at));
    return page + 1 < cursors.length ? { tools, nextCursor: cursors[page + 1] } : { tools };
  },
  'tools/call': ({ name }) => {
    if (!/^page-0\d-tool-\d$/.test(name)) throw Object.assign(new Error(`Unknown tool: ${name}`), { code: -32602 });
    return { content: [{ type: 'text', text: `called ${name}` }] };
  }
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const answer = { jsonrpc: '2.0', id };
  try {
    if (!methods[method]) throw Object.assign(new Error('Method not found'), { code: -32601 });
    answer.result = methods[method](params);
  } catch ({ code, message }) {
    answer.error = { code, message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
