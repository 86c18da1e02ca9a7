// A server written with SDK 1 that takes its time and knows nothing of tasks, over stdio. Its tools say
// that they are slow; the SDK says of each that it cannot be a task.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const text = value => ({ content: [{ type: 'text', text: String(value) }] });
const server = new McpServer({ name: 'slow', version: '1.0.0' });
const slow = { readOnlyHint: true, slowExecutionHint: true };
let aborted = 0;

// Ends early if it is called off, which may be before it has begun.
const pause = (ms, signal) => new Promise(resolve => {
  const timer = setTimeout(resolve, ms);
  const stop = () => { clearTimeout(timer); aborted += 1; resolve(); };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
});

server.registerTool('crawl', { description: 'Takes a while.', inputSchema: { ms: z.number() }, annotations: slow }, async ({ ms }, extra) => {
  const progressToken = extra._meta?.progressToken;
  if (progressToken !== undefined) await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
  await pause(ms, extra.signal);
  return text(`crawled for ${ms} ms`);
});
server.registerTool('survey', { description: 'Asks before it begins.', annotations: slow }, async extra => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const { action, content } = await server.server.elicitInput({ message: 'Whom to ask?', requestedSchema }, { relatedRequestId: extra.requestId });
  return text(`${action}: ${content?.name}`);
});
server.registerTool('die', { description: 'Does not come back.', annotations: slow }, async () => {
  setTimeout(() => process.exit(7), 100);
  return new Promise(() => {});
});
server.registerTool('look', { description: 'Is quick.', annotations: { readOnlyHint: true, slowExecutionHint: false } }, async () => text('seen'));
server.registerTool('aborted', { description: 'How many calls were called off.', annotations: { readOnlyHint: true, slowExecutionHint: false } }, async () => text(aborted));

await server.connect(new StdioServerTransport());
