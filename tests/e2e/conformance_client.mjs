// The client that the conformance suite starts, with a server's URL as last argument. It does what the
// scenario asks for (MCP_CONFORMANCE_SCENARIO), and it does so through Touchstone over stdio, with a
// client SDK that knows nothing of the modern era: whatever the suite sees of that era is the gateway's.
//   --direct            straight to the URL with SDK 2, to prove this script
//   --touchstone PATH
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
if (scenario.startsWith('auth/')) {
  console.error('this client obtains no tokens');
  process.exit(1); // before the SDKs are loaded: the suite starts all of these at once
}
const { connect } = await import('./lib/clients.mjs');
const { stdio_target } = await import('./lib/gateway.mjs');

const [how, ...rest] = process.argv.slice(2);
const url = rest.at(-1);
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');

const c = how === '--direct'
  ? await connect('sdk2-auto-http', { url })
  : await connect('sdk1-stdio', stdio_target(rest[0], 'suite', { type: 'http', url }));

// Arguments that satisfy a schema, well enough.
const arguments_for = ({ inputSchema: { properties = {} } }) =>
  Object.fromEntries(Object.entries(properties).map(([key, { type }]) => [key, { integer: 1, number: 1.5, boolean: true, array: [], object: {} }[type] ?? 'value']));

async function call_all() {
  for (const tool of await c.tools()) await c.call(tool.name, arguments_for(tool));
}

const steps = {
  tools_call: () => c.tools().then(() => c.call('add_numbers', { a: 2, b: 3 })),
  'json-schema-ref-no-deref': () => c.tools(),
  'request-metadata': () => c.tools(),
  'json-schema-2020-12-preservation': async () => {
    const tool = (await c.tools()).find(it => it.name === 'json_schema_2020_12_tool');
    await c.call('json_schema_echo', { schema: tool.inputSchema });
  },
  // The unrelated call falls between the two rounds of the other one.
  'sep-2322-client-request-state': async () => {
    await c.tools();
    await Promise.all([c.call('test_mrtr_echo_state'), c.call('test_mrtr_unrelated')]);
    await c.call('test_mrtr_no_state');
    await c.call('test_mrtr_no_result_type');
  },
  'http-standard-headers': async () => {
    await call_all();
    for (const { uri } of await c.resources()) await c.read(uri);
    for (const { name } of await c.prompts()) await c.prompt(name);
  },
  'http-custom-headers': async () => {
    await c.tools();
    for (const it of context.toolCalls) await c.call(it.name, it.arguments);
  }
};
await (steps[scenario] ?? call_all)();
await c.close();
process.exit(0);
