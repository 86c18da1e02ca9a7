// Slow calls as tasks of the gateway's own: an SDK client of 2025-11-25, servers that know of no tasks.
//   --touchstone PATH
import { CallToolResultSchema, CreateTaskResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { join } from 'node:path';
import { connect } from './lib/clients.mjs';
import { aggregate_target, configuration, http_target, open_gateway, separator } from './lib/gateway.mjs';
import { here, node, options, patient, same, stop, truth, until, Verdict } from './lib/harness.mjs';
import { open_peer } from './lib/peers.mjs';

const { touchstone } = options({ touchstone: { type: 'string' } });
if (!touchstone) {
  console.error('--touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict('tasks');
// SDK 2 speaks no tasks and its servers declare none; here the operator says which of its tools are slow.
const modern = await open_peer('sdk2-http');
const slow = { slowExecutionHint: true, readOnlyHint: true };
const entries = {
  slow: { command: node, args: [join(here, 'servers', 'slow.mjs')], trust: 'trusted' },
  modern: { ...modern.entry, overrides: { steps: slow, ask: slow, rounds: slow } }
};
const more = { annotate: 'enrich' };
const gateway = await open_gateway(touchstone, entries, more);
const stdio = { command: touchstone, args: ['stdio', '--config', configuration(entries, more)] };
const text = result => result.content.map(it => it.text ?? '').join('');

// What a host sees that lets the SDK decide whether a call is a task.
async function stream(c, tool, args = {}, how = {}) {
  const seen = [];
  let task;
  for await (const message of c.client.experimental.tasks.callToolStream({ name: c.name(tool), arguments: args }, CallToolResultSchema, how)) {
    if (message.type === 'taskCreated') task = message.task;
    if (message.type === 'result') return { seen, task, result: message.result };
    if (message.type === 'error') return { seen, task, error: message.error };
    seen.push(message.type === 'taskStatus' ? message.task.status : message.type);
  }
}

async function check_slow(label, target) {
  const check = (what, body) => verdict.check(`${label}: ${what}`, body);
  const c = await connect('sdk1-http', target);
  const tasks = c.client.experimental.tasks;
  const begin = async (tool, args = {}) =>
    (await c.client.request({ method: 'tools/call', params: { name: c.name(tool), arguments: args, task: {} } }, CreateTaskResultSchema)).task;
  await check('tasks are declared, and tools that are slow can be some', async () => {
    truth(c.client.getServerCapabilities().tasks?.requests?.tools?.call, 'not declared');
    const tools = Object.fromEntries((await c.tools()).map(it => [it.name, it.execution?.taskSupport]));
    same([tools.crawl, tools.survey, tools.look], ['optional', 'optional', 'forbidden'], 'taskSupport');
  });
  await check('the SDK makes a task of a slow call by itself, and sees it through', async () => {
    const { seen, task, result } = await stream(c, 'crawl', { ms: 3500 }); // it is looked at each second
    truth(task?.taskId && task.status === 'working', JSON.stringify(task));
    truth(seen.includes('working') && seen.at(-1) === 'completed', seen.join(' '));
    same(text(result), 'crawled for 3500 ms');
    same(result._meta?.['io.modelcontextprotocol/related-task'], { taskId: task.taskId }, 'related task');
  });
  await check('a plain call is a plain call', async () => same(text(await c.call('crawl', { ms: 10 })), 'crawled for 10 ms'));
  await check('a quick tool is called plainly', async () => {
    const { seen, task, result } = await stream(c, 'look');
    same([seen, task, text(result)], [[], undefined, 'seen']);
  });
  await check('a quick tool is no task though it is asked for', async () => {
    const { error } = await stream(c, 'look', {}, { task: {} });
    same(error?.code, -32601, 'code');
  });
  await check('progress arrives under the token of the call', async () => {
    const steps = [];
    await stream(c, 'crawl', { ms: 300 }, { onprogress: it => steps.push(it.progress) });
    same(steps, [1], 'progress');
  });
  await check('its server asks, and the client is asked under tasks/result', async () => {
    c.asked.length = 0;
    const { result, error, seen } = await stream(c, 'survey');
    truth(result, `${error} ${seen}`);
    same(text(result), 'accept: Ada');
    same(c.asked.filter(it => it.method === 'elicitation/create').length, 1, 'questions');
  });
  await check('it can be listed, and called off', async () => {
    const before = Number(text(await c.call('aborted')));
    const task = await begin('crawl', { ms: 60000 });
    truth((await tasks.listTasks()).tasks.some(it => it.taskId === task.taskId), 'not in the list');
    same((await tasks.cancelTask(task.taskId)).status, 'cancelled');
    await until(patient, 'its server to hear of it', async () => Number(text(await c.call('aborted'))) > before);
    same((await tasks.getTask(task.taskId)).status, 'cancelled');
    same(await tasks.getTaskResult(task.taskId, CallToolResultSchema).then(() => 'a result', error => error.code), -32602);
  });
  await check('it is unknown to another session', async () => {
    const task = await begin('crawl', { ms: 60000 });
    const other = await connect('sdk1-http', target);
    for (const ask of [it => it.getTask(task.taskId), it => it.cancelTask(task.taskId), it => it.getTaskResult(task.taskId, CallToolResultSchema)])
      same(await ask(other.client.experimental.tasks).then(() => 'told', error => error.code), -32602);
    same((await other.client.experimental.tasks.listTasks()).tasks, []);
    await other.close();
    same((await tasks.cancelTask(task.taskId)).status, 'cancelled');
  });
  await check('it fails if its server dies', async () => {
    const { error, seen } = await stream(c, 'die');
    truth(error && seen.at(-1) === 'failed', `${seen}`);
  });
  await c.close();
}

async function check_modern(label, target) {
  const check = (what, body) => verdict.check(`${label}: ${what}`, body);
  const c = await connect('sdk1-http', target);
  await check('a slow call of a modern server without tasks is one', async () => {
    await c.tools();
    const { seen, task, result } = await stream(c, 'steps', { count: 4 });
    truth(task, `no task: ${seen}`);
    same(text(result), '4 steps');
  });
  for (const [tool, questions] of [['ask', 1], ['rounds', 2]]) {
    await check(`and ${tool} asks under tasks/result`, async () => {
      c.asked.length = 0;
      const { task, result, error } = await stream(c, tool);
      truth(task && result && !result.isError, `${error} ${JSON.stringify(result)}`);
      same(c.asked.filter(it => it.method === 'elicitation/create').length, questions, 'questions');
    });
  }
  await c.close();
}

await check_slow('/mcp/s/slow', http_target(gateway, 'slow'));
await check_slow('/mcp', aggregate_target(gateway, 'slow'));
await check_slow('stdio', { ...stdio, prefix: `slow${separator}` });
await check_modern('/mcp/s/modern', http_target(gateway, 'modern'));
await check_modern('/mcp, modern', aggregate_target(gateway, 'modern'));

await verdict.check('a client that leaves takes its task along', async () => {
  const leaves = await connect('sdk1-http', http_target(gateway, 'slow'), { person: null });
  const stays = await connect('sdk1-http', http_target(gateway, 'slow'), { person: null }); // on the same lane
  await leaves.tools();
  const before = Number(text(await stays.call('aborted')));
  const seeing = leaves.client.experimental.tasks.callToolStream({ name: 'crawl', arguments: { ms: 60000 } });
  same((await seeing.next()).value.type, 'taskCreated');
  await leaves.client.transport.terminateSession();
  await until(patient, 'its server to hear of it', async () => Number(text(await stays.call('aborted'))) > before);
  await leaves.close().catch(() => {});
  await stays.close();
});
await verdict.check('the gateway ends when told to', () => stop(gateway.child));
if (verdict.failures.length) console.log(`--- the gateway said:\n${gateway.child.output}`);
if (modern.child) await stop(modern.child).catch(() => {});
verdict.finish();
