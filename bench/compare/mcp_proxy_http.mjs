// mcp-proxy between HTTP and HTTP. Its command line fronts stdio servers only, so this does what
// that command does, by the package's own library, with an HTTP transport to the server.
//
//   node mcp_proxy_http.mjs PORT URL
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { proxyServer, startHTTPServer } from 'mcp-proxy';

const [port, url] = process.argv.slice(2);
const client = new Client({ name: 'mcp-proxy', version: '1.0.0' }, { capabilities: {} });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

await startHTTPServer({
  createServer: async () => {
    const serverCapabilities = client.getServerCapabilities();
    const server = new Server(client.getServerVersion(), { capabilities: serverCapabilities });
    await proxyServer({ client, server, serverCapabilities });
    return server;
  },
  eventStore: false,
  host: '127.0.0.1',
  keepAliveTimeout: 300_000,
  port: Number(port),
  sseEndpoint: null,
});
