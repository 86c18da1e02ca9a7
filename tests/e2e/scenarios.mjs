// The scenario table: what a client does and what it must see, for every client kind and every server.
//   wants     the word (lib/words.mjs) a server must have for it
//   client    says why this client cannot do it, or nothing
//   run       does it and returns what was seen, without anything random
//   expect    what must be true of that, whoever stands in between
//   compare   how a gateway's view is held against the direct one; equal unless said otherwise
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { roots } from './lib/clients.mjs';
import { patient, same, truth, until } from './lib/harness.mjs';

const text_of = result => result.content.map(it => it.text ?? '').join('');

// Refusals differ in form between SDKs (an error, or a result with isError); both are refusals.
async function refusal(promise) {
  try {
    const result = await promise;
    return { refused: result.isError === true };
  } catch (error) {
    return { refused: typeof error.code === 'number' && error.code < 0, code: error.code };
  }
}
const refused = seen => truth(seen.refused, `not refused: ${JSON.stringify(seen)}`);
const refused_too = seen => refused(seen);

// A call in which the server asks something: the questions and the result.
// server-everything asks for the roots once, some time after the handshake, whatever runs then.
async function asking(c, { tool, args }) {
  c.asked.length = 0;
  const result = await c.call(tool, args);
  return { asked: c.asked.filter(it => it.method !== 'roots/list'), result };
}
const asked = method => ({ asked, result }) => {
  truth(asked.some(it => it.method === method), `${method} was not asked, but: ${JSON.stringify(asked)}`);
  truth(!result.isError, `the result is an error: ${text_of(result)}`);
};
// Client 2.x tells its caller with a progress of its own that it answers a question.
const own_progress = it => it.message?.startsWith('Fulfilling input required');
const legacy_only = why => c => (c.modern ? why : undefined);

export const scenarios = [
  {
    name: 'instructions',
    run: c => c.client.getInstructions() ?? '',
    compare: (via, direct) => truth(via.includes(direct), `instructions were lost: ${direct}`)
  },
  {
    name: 'capabilities',
    run: c => ['tools', 'resources', 'prompts', 'completions'].filter(key => c.client.getServerCapabilities()?.[key]),
    compare: (via, direct) => truth(direct.every(key => via.includes(key)), `capabilities were lost: ${direct} became ${via}`)
  },
  { name: 'ping', client: legacy_only('a modern client has no ping'), run: c => c.client.ping(), expect: seen => same(seen, {}) },
  {
    name: 'tools.list', wants: 'tools',
    run: c => c.tools(),
    expect: (seen, { least }) => truth(seen.length >= least, `${seen.length} tools`)
  },
  {
    name: 'tools.list.pages', wants: 'pages',
    run: async c => (await c.tools()).map(tool => tool.name),
    expect: (seen, { names }) => truth(new Set(seen).size === seen.length && seen.length >= names, `${seen.length} tools: ${seen}`)
  },
  { name: 'tools.call', wants: 'echo', run: (c, { tool, args }) => c.call(tool, args), expect: seen => truth(!seen.isError, text_of(seen)) },
  {
    name: 'tools.call.structured', wants: 'structured',
    run: (c, { tool, args }) => c.call(tool, args),
    expect: seen => truth(typeof seen.structuredContent === 'object', 'no structured content')
  },
  {
    name: 'tools.call.content', wants: 'content',
    run: (c, { tool, args }) => c.call(tool, args),
    expect: seen => truth(seen.content.some(it => it.type !== 'text'), 'only text')
  },
  { name: 'tools.call.fails', wants: 'fail', run: (c, { tool, args }) => c.call(tool, args), expect: seen => truth(seen.isError === true, 'no isError') },
  { name: 'tools.call.unknown', run: c => refusal(c.call('no-such-tool')), expect: refused, compare: refused_too },
  {
    name: 'tools.call.together', wants: 'echo',
    run: async (c, { tool, args }) => (await Promise.all(Array.from({ length: 12 }, () => c.call(tool, args)))).map(text_of)
  },
  {
    // Both SDKs drop progress that arrives in one read with a result, so the last ones may be missing and,
    // on a busy machine, all of them: then once more. A modern client that is asked something in the middle
    // (server-everything asks for roots 350 ms after it was met) has a result there, too, and a gap before it:
    // its `onerror` hears of each step that is missing. transparency.mjs counts exactly.
    name: 'progress', wants: 'progress',
    run: async (c, { tool, args }) => {
      const steps = [];
      let asked = false;
      const onprogress = it => { if (own_progress(it)) asked = true; else steps.push(it); };
      for (let tries = 0; steps.length === 0 && tries < 10; tries += 1) await c.call(tool, args, { onprogress });
      return { steps, asked };
    },
    expect: ({ steps: seen, asked }, { steps }) => {
      const numbers = seen.map(it => it.progress);
      truth(numbers.length > 0, 'no progress');
      same(numbers, asked ? steps.filter(it => numbers.includes(it)) : steps.slice(0, numbers.length), 'progress');
    },
    compare: (via, direct) => {
      const twins = via.steps.map(it => direct.steps.find(other => other.progress === it.progress) ?? it);
      same(via.steps, twins, 'progress through the gateway');
    }
  },
  {
    name: 'cancellation', wants: 'cancel',
    run: async (c, { tool, args, count }, words) => {
      const before = count && Number(text_of(await c.call(count)));
      const stop = new AbortController();
      const ended = await c.call(tool, args, { signal: stop.signal, onprogress: it => { if (!own_progress(it)) stop.abort('enough'); } }).then(() => 'answered', () => 'cancelled');
      if (count) await until(patient, 'the server to hear of the cancellation', async () => Number(text_of(await c.call(count))) > before);
      return { ended, after: text_of(await c.call(words.echo.tool, words.echo.args)) };
    },
    expect: ({ ended }) => same(ended, 'cancelled')
  },
  { name: 'elicitation.form', wants: 'elicit', run: asking, expect: asked('elicitation/create') },
  { name: 'elicitation.url', wants: 'elicit_url', run: asking, expect: asked('elicitation/create') },
  { name: 'sampling', wants: 'sample', run: asking, expect: asked('sampling/createMessage') },
  {
    name: 'roots', wants: 'roots',
    run: async (c, word) => text_of((await asking(c, word)).result),
    expect: (seen, { tool }) => truth(/\b1 root/.test(seen) || seen.includes(roots[0].uri), `${tool} does not know the root: ${seen}`)
  },
  {
    name: 'rounds', wants: 'rounds', run: asking,
    expect: seen => { asked('elicitation/create')(seen); same(seen.asked.length, 2, 'questions'); }
  },
  {
    name: 'logging', wants: 'log',
    client: (c, { subscribe }) => (subscribe && c.modern ? 'this server logs outside of calls; a modern client hears only of its own requests' : undefined),
    run: async (c, { tool, subscribe, data }) => {
      c.heard.length = 0;
      if (!c.modern) await c.client.setLoggingLevel('debug');
      if (subscribe) {
        await (await c.listen({ resourceSubscriptions: [subscribe] }))();
        const { level } = (await c.hear('notifications/message', it => String(it.data).includes(subscribe))).params;
        return { level };
      }
      await c.call(tool, {}, c.modern ? { meta: { 'io.modelcontextprotocol/logLevel': 'debug' } } : {});
      const { level, logger } = (await c.hear('notifications/message', it => JSON.stringify(it.data) === JSON.stringify(data))).params;
      return { level, logger };
    }
  },
  {
    name: 'list_changed', wants: 'list_changed',
    run: async (c, { tool, args = {}, what = 'tools' }) => {
      const close = await c.listen({ [`${what}ListChanged`]: true });
      c.heard.length = 0;
      await c.call(tool, args.name ? { ...args, name: `${process.pid}-${Date.now()}-${args.name}` } : args);
      await c.hear(`notifications/${what}/list_changed`);
      await close();
      return 'heard';
    }
  },
  {
    name: 'resources.list', wants: 'resources',
    run: async c => (await c.resources()).filter(it => !it.uri.includes('/session/')),
    expect: seen => truth(seen.length > 0, 'no resources')
  },
  { name: 'resources.templates', wants: 'resources', run: c => c.templates(), expect: seen => truth(seen.length > 0, 'no templates') },
  {
    name: 'resources.read', wants: 'resources',
    run: async (c, { text, blob, template }) => {
      const seen = {};
      for (const uri of [text, blob, template]) if (uri) seen[uri] = (await c.read(uri)).contents;
      return seen;
    },
    expect: (seen, { text }) => truth(seen[text].length > 0, 'nothing was read')
  },
  { name: 'resources.read.unknown', wants: 'resources', run: (c, { unknown }) => refusal(c.read(unknown)), expect: refused, compare: refused_too },
  {
    name: 'resources.subscribe', wants: 'updated',
    run: async (c, { uri, tool, again }) => {
      const close = await c.listen({ resourceSubscriptions: [uri] });
      c.heard.length = 0;
      await c.call(tool);
      const { params } = await c.hear('notifications/resources/updated', it => it.uri === uri, 8000);
      if (again) await c.call(again);
      await close();
      return { uri: params.uri };
    }
  },
  { name: 'prompts.list', wants: 'prompts', run: c => c.prompts(), expect: seen => truth(seen.length > 0, 'no prompts') },
  { name: 'prompts.get', wants: 'prompts', run: (c, { plain }) => c.prompt(plain), expect: seen => truth(seen.messages.length > 0, 'no messages') },
  {
    name: 'prompts.get.arguments', wants: 'prompts',
    run: (c, { with_args, args }) => c.prompt(with_args, args),
    expect: (seen, { args }) => truth(JSON.stringify(seen).includes(Object.values(args)[0]), 'the argument was lost')
  },
  { name: 'prompts.get.unknown', wants: 'prompts', run: c => refusal(c.prompt('no-such-prompt')), expect: refused, compare: refused_too },
  {
    name: 'completion.prompt', wants: 'complete_prompt',
    run: async (c, { ref, argument, context }) => (await c.complete(ref, argument, context)).completion,
    expect: (seen, { values }) => same(seen.values, values)
  },
  {
    name: 'completion.template', wants: 'complete_template',
    run: async (c, { ref, argument }) => (await c.complete(ref, argument)).completion,
    expect: (seen, { values }) => same(seen.values, values)
  },
  {
    name: 'tasks', wants: 'tasks',
    client: c => (c.kind.startsWith('sdk1') ? undefined : 'SDK 2 has no tasks'),
    run: async (c, { tool, args }) => {
      const seen = [];
      const stream = c.client.experimental.tasks.callToolStream({ name: c.name(tool), arguments: args }, CallToolResultSchema, { task: { ttl: 60000 } });
      for await (const message of stream) {
        if (message.type === 'result') return { seen: [...new Set(seen)], result: text_of(message.result).length };
        if (message.type === 'error') throw message.error;
        seen.push(message.type);
      }
    },
    expect: seen => truth(seen?.seen.includes('taskCreated'), `no task: ${JSON.stringify(seen)}`)
  }
];
