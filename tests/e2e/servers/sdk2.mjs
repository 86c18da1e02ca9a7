// An MCP server written with @modelcontextprotocol/server 2.x, over stdio or HTTP (--listen PORT).
// It is a modern peer that we did not implement; over stdio it also serves clients of the legacy era.
import { createServer } from 'node:http';
import { createMcpHandler, inputRequired, McpServer, ResourceTemplate, completable } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { z } from 'zod';

const text = value => ({ content: [{ type: 'text', text: String(value) }] });
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const none = z.object({});
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
let aborted = 0; // over all connections: a later call asks how many were cancelled
let notify; // only the HTTP face has one; over stdio the server object itself sends

function factory() {
  const server = new McpServer(
    { name: 'sdk2', version: '2.4.0', title: 'A peer made with SDK 2' },
    {
      capabilities: { logging: {}, tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
      instructions: 'Instructions of sdk2.'
    }
  );
  const tool = (name, inputSchema, call, more = {}) =>
    server.registerTool(name, { description: `The tool ${name}.`, inputSchema, ...more }, call);

  tool('echo', z.object({ message: z.string() }), ({ message }) => text(`Echo: ${message}`), {
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    _meta: { 'example.org/kept': { deep: [1, false, null] } }
  });
  tool('structured', none, () => ({ ...text('{"n":3}'), structuredContent: { n: 3, list: [1, 2.5], none: null } }), {
    outputSchema: z.object({ n: z.number(), list: z.array(z.number()), none: z.null() })
  });
  tool('fail', none, () => ({ ...text('this failed'), isError: true }));
  tool('image', none, () => ({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' },
    { type: 'resource_link', uri: 'sdk2://text', name: 'text' }] }));
  tool('steps', z.object({ count: z.number() }), async ({ count }, { mcpReq }) => {
    for (let progress = 1; progress <= count; progress += 1) {
      await pause(20);
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) continue;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: count, message: `step ${progress}` } });
    }
    await pause(20);
    return text(`${count} steps`);
  });
  tool('wait', none, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    }
    await new Promise(resolve => mcpReq.signal.addEventListener('abort', resolve));
    aborted += 1;
    return text('never read');
  });
  tool('aborted', none, () => text(aborted));
  tool('log', none, async (_, { mcpReq }) => {
    await mcpReq.log('warning', { said: 'a warning' }, 'sdk2');
    return text('logged');
  });
  tool('ask', none, (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.who;
    if (answer) return text(`answer: ${JSON.stringify(answer)}`);
    return inputRequired({ inputRequests: { who: inputRequired.elicit({
      message: 'Who are you?',
      requestedSchema: { type: 'object', required: ['name'], properties: {
        name: { type: 'string', title: 'Name', minLength: 1 },
        age: { type: 'integer', default: 36 },
        color: { type: 'string', enum: ['red', 'green'] } } } }) } });
  });
  tool('ask-url', none, (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.open;
    if (answer) return text(`answer: ${answer.action}`);
    return inputRequired({ inputRequests: { open: inputRequired.elicitUrl({ message: 'Open this', url: 'https://example.org/open' }) } });
  });
  tool('sample', none, (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.model;
    if (answer) return text(`model said: ${answer.content?.text ?? JSON.stringify(answer)}`);
    return inputRequired({ inputRequests: { model: inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: 'Say something' } }], maxTokens: 20 }) } });
  });
  tool('roots', none, (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.roots;
    if (answer) return text(`roots: ${answer.roots.map(root => root.uri).join(' ')}`);
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
  // Two rounds: the state says which one this is and what was answered before.
  tool('rounds', none, (_, { mcpReq }) => {
    const form = (message, key) => inputRequired.elicit({
      message, requestedSchema: { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] } });
    const state = mcpReq.requestState();
    const seen = state === undefined ? { round: 0 } : JSON.parse(state);
    const value = key => mcpReq.inputResponses?.[key]?.content?.[key];
    if (seen.round === 2 && value('second')) return text(`${seen.first} then ${value('second')}`);
    if (seen.round === 1 && value('first')) {
      return inputRequired({ inputRequests: { second: form('The second question', 'second') },
        requestState: JSON.stringify({ round: 2, first: value('first') }) });
    }
    return inputRequired({ inputRequests: { first: form('The first question', 'first') }, requestState: JSON.stringify({ round: 1 }) });
  });
  tool('change-tools', none, () => {
    if (notify) notify.toolsChanged();
    else server.sendToolListChanged();
    return text('changed');
  });
  tool('touch', none, async () => {
    if (notify) notify.resourceUpdated('sdk2://text');
    else await server.server.sendResourceUpdated({ uri: 'sdk2://text' });
    return text('touched');
  });

  server.registerResource('text', 'sdk2://text', { title: 'A text', description: 'Some text', mimeType: 'text/plain' },
    uri => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'grüße ✓ \u2028 end' }] }));
  server.registerResource('pixel', 'sdk2://pixel', { description: 'An image', mimeType: 'image/png' },
    uri => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: pixel }] }));
  server.registerResource('item', new ResourceTemplate('sdk2://items/{id}', {
    list: undefined, complete: { id: value => ['alpha', 'beta', 'alps'].filter(id => id.startsWith(value)) } }),
  { description: 'An item', mimeType: 'text/plain' },
  (uri, { id }) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `item ${id}` }] }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));

  server.registerPrompt('simple', { description: 'A prompt' },
    () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'A simple prompt.' } }] }));
  server.registerPrompt('greet', { description: 'A prompt with an argument', argsSchema: z.object({
    name: completable(z.string(), value => ['Ada', 'Alan', 'Grace'].filter(name => name.startsWith(value))) }) },
  ({ name }) => ({ description: `For ${name}`, messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }] }));
  return server;
}

const at = process.argv.indexOf('--listen');
if (at < 0) {
  serveStdio(factory);
} else {
  const handler = createMcpHandler(factory, { legacy: 'reject' });
  ({ notify } = handler);
  const face = toNodeHandler(handler);
  createServer((request, response) => face(request, response))
    .listen(Number(process.argv[at + 1]), '127.0.0.1', () => console.error('sdk2 listening'));
}
