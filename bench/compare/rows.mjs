// Who is compared, and how each is started.
//
// A row has a name, the kind of upstream it fronts, and start(port, upstream): the command that
// makes it listen. `upstream` is the port of the echo server for HTTP, its command for stdio.
import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The pack of 18 rules that is in force unless a config says otherwise, and as many as are missing.
const hundredRules = () => ({
  name: 'bench', extends: 'balanced',
  rules: Array.from({ length: 82 }, (_, n) => ({
    name: `rule-${n}`, effect: 'block',
    conditions: { and: [{ fact: 'tool.name', equals: `tool_${n}` }, { fact: 'session.label.untrusted', equals: true }] },
  })),
});

// `before`: another build of the gateway, if there is one to compare with.
export function allRows({ bench, scratch, touchstone, before }) {
  const modules = join(bench, 'node_modules');

  const nginx = (port, upstream) => {
    const folder = join(scratch, `nginx-${port}`);
    mkdirSync(folder, { recursive: true });
    const config = readFileSync(join(bench, 'nginx.conf'), 'utf8')
      .replaceAll('FOLDER', folder)
      .replaceAll('UPSTREAM', `127.0.0.1:${upstream}`)
      .replaceAll('LISTEN', `127.0.0.1:${port}`);
    writeFileSync(join(folder, 'nginx.conf'), config);
    return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  };

  const gateway = (server, more = {}, program = touchstone) => (port, upstream) => {
    const config = join(scratch, `touchstone-${port}.json`);
    writeFileSync(config, JSON.stringify({ pins: ':memory:', ...more, mcpServers: { echo: server(upstream) } }));
    return [program, 'run', '--config', config, '--listen', `127.0.0.1:${port}`];
  };
  // The transparent path: nothing is labelled, decided or recorded.
  const light = { policy: 'off', store: ':memory:' };
  // What people run, with a policy of 100 rules: labels, detectors, flows and records in a file.
  const everything = (server) => (port, upstream) => {
    const policy = join(scratch, `policy-${port}.json`);
    writeFileSync(policy, JSON.stringify(hundredRules()));
    return gateway(server, { policy, store: join(scratch, `store-${port}.db`) })(port, upstream);
  };
  const byUrl = (upstream) => ({ url: `http://127.0.0.1:${upstream}/mcp` });
  const byCommand = ([command, ...args]) => ({ command, args });
  const one = { path: '/mcp/s/echo', touchstone: true, held: 10000, starts: 20 };
  const all = { path: '/mcp', tool: 'echo__echo', touchstone: true, starts: 0 };

  return [
    { name: 'direct', upstream: 'http' },
    { name: 'nginx', upstream: 'http', start: nginx, starts: 20 },
    {
      name: 'mcp-proxy', upstream: 'http', npm: true, held: 2000, starts: 5,
      start: (port, upstream) => ['node', join(bench, 'compare/mcp_proxy_http.mjs'), String(port), byUrl(upstream).url],
    },
    { name: 'touchstone', upstream: 'http', start: gateway(byUrl, light), ...one },
    { name: 'touchstone /mcp', upstream: 'http', start: gateway(byUrl, light), ...all },
    { name: 'touchstone everything on', upstream: 'http', start: everything(byUrl), ...one, starts: 0, held: 0, anyCrowd: true },
    ...(before ? [{ name: 'touchstone before', upstream: 'http', start: gateway(byUrl, {}, before), ...one, starts: 0, held: 0 }] : []),

    { name: 'direct', upstream: 'stdio' },
    {
      name: 'mcp-proxy', upstream: 'stdio', npm: true, held: 2000, starts: 5,
      start: (port, upstream) => [
        'node', join(modules, 'mcp-proxy/dist/bin/mcp-proxy.mjs'), '--host', '127.0.0.1',
        '--port', String(port), '--server', 'stream', '--no-eventStore', '--', ...upstream,
      ],
    },
    {
      // It starts a server for each session, so only a few are held.
      name: 'supergateway', upstream: 'stdio', npm: true, held: 100, starts: 5,
      start: (port, upstream) => [
        'node', join(modules, 'supergateway/dist/index.js'), '--stdio', `exec ${upstream.join(' ')}`,
        '--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none',
      ],
    },
    { name: 'touchstone', upstream: 'stdio', start: gateway(byCommand, light), ...one, held: 0 },
    { name: 'touchstone /mcp', upstream: 'stdio', start: gateway(byCommand, light), ...all },
  ].map((row) => ({ path: '/mcp', tool: 'echo', held: 0, starts: 0, ...row }));
}
