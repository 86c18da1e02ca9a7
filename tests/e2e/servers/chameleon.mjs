// A server that is today what a file says, and tomorrow something else.
//   chameleon.mjs FILE    {name?, instructions?, add?, url?, prompt?}: what it calls itself, what it
//                         tells the model, what its tool `add` says of itself, whether that takes a
//                         URL, what its prompt `ask` says of itself
import { readFileSync } from 'node:fs';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const self = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const server = new McpServer({ name: self.name ?? 'chameleon', version: '1.0.0' }, { instructions: self.instructions ?? 'It calculates.' });
const says = text => ({ content: [{ type: 'text', text: String(text) }] });
server.registerTool('add', { description: self.add ?? 'Adds two numbers and returns the sum.', inputSchema: { a: z.number(), b: z.number(), ...(self.url && { url: z.string() }) } },
  async ({ a, b }) => says(a + b));
server.registerTool('process', { description: 'Returns the number of the process.' }, async () => says(process.pid));
server.registerTool('wait', { description: 'Waits for some milliseconds.', inputSchema: { ms: z.number() } },
  async ({ ms }) => new Promise(resolve => setTimeout(() => resolve(says('waited')), ms)));
server.registerTool('ticket', { description: 'Works on a ticket.', inputSchema: { verb: z.string() } }, async ({ verb }) => says(verb));
server.registerPrompt('ask', { description: self.prompt ?? 'Asks for a sum.' },
  () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'What is 1 + 2?' } }] }));
server.registerResource('sum', new ResourceTemplate('sum://{a}/{b}', { list: undefined }), { description: 'A sum.' },
  async (uri, { a, b }) => ({ contents: [{ uri: uri.href, text: String(Number(a) + Number(b)) }] }));
await server.connect(new StdioServerTransport());
