// Real clients that can only open URLs: the person answers on the gateway's own page.
//   --touchstone PATH
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './lib/clients.mjs';
import { configuration, ready_line } from './lib/gateway.mjs';
import { options, patient, ready, same, scratch_dir, sleep, start, stop, truth, until, Verdict } from './lib/harness.mjs';

const { touchstone } = options({ touchstone: { type: 'string' } });
if (!touchstone) {
  console.error('--touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict('page');
const text = result => result.content[0].text;

// A person with a browser, who answers one way until told another.
class Person {
  answer = 'decision=allow_once';
  opened = [];
  thought = Promise.resolve(); // until then nothing is pressed
  open = async params => {
    this.opened.push(params);
    if (this.answer) void this.#press(params.url);
    return { action: this.answer ? 'accept' : 'decline' };
  };
  async #press(url) {
    await sleep(400); // after the client has said that it is open
    await this.thought;
    this.pressed = await send(url, this.answer, new URL(url).origin);
  }
}
const send = (url, body, origin) => fetch(url, { method: 'POST', body, headers: { origin, 'content-type': 'application/x-www-form-urlencoded' } });

async function play(kind) {
  const check = (what, body) => verdict.check(`${kind}: ${what}`, body);
  const folder = scratch_dir();
  const policy = join(folder, 'policy.yaml');
  writeFileSync(policy, 'rules:\n- {name: look-at-mails, effect: escalate}\n');
  const config = configuration({ mail: { command: touchstone, args: ['demo-server', 'mail', '--root', folder] } }, {
    policy, store: join(folder, 'store.db'), approvals: { wait: '8s', waitForClient: '8s' }
  });
  const gateway = start(touchstone, ['run', '--config', config, '--listen', '127.0.0.1:0'], { env: { XDG_RUNTIME_DIR: scratch_dir() } });
  const [, origin] = await ready(gateway, ready_line);
  const person = new Person();
  const client = await connect(kind, { url: `${origin}/mcp` }, { opens: person.open });
  const mail = to => client.call('mail__send_mail', { to, subject: '<b>hello</b>', body: '</pre><script>alert(1)</script>' });
  const outbox = () => {
    const file = join(folder, 'mail/outbox.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line).to) : [];
  };

  await check('a yes on the page sends the mail, and the page says so', async () => {
    same(text(await mail('ann@a.example')), 'Sent to ann@a.example.', 'the call');
    same([person.opened.length, outbox()], [1, ['ann@a.example']], 'pages and mails');
    const [{ mode, url, message }] = person.opened;
    same([mode, new URL(url).origin], ['url', origin], 'the page');
    truth(message.includes('mail__send_mail') && !message.includes(url), message);
    truth((await (await until(patient, 'the answer', () => person.pressed)).text()).includes('<h1>Allowed</h1>'), 'what the page says');
    if (!client.modern) await until(patient, 'the completion', () => client.heard.some(it => it.method === 'notifications/elicitation/complete'));
  });
  await check('a page shows what came in as text, and lets nobody else in', async () => {
    person.answer = 'decision=deny';
    let decide;
    person.thought = new Promise(resolve => { decide = resolve; });
    const denied = mail('bob@a.example');
    const { url } = await until(patient, 'the page', () => person.opened[1]);
    const page = await fetch(url);
    const html = await page.text();
    truth(html.includes('&lt;script&gt;') && !html.includes('<script'), html);
    truth(page.headers.get('content-security-policy').includes("default-src 'none'"), 'the policy of the page');
    same((await send(url, 'decision=allow_once', 'http://127.0.0.1:1')).status, 403, 'another page');
    same((await fetch(url.slice(0, -1) + (url.endsWith('0') ? '1' : '0'))).status, 404, 'another key');
    decide();
    const refused = await denied;
    truth(refused.isError && /denied/.test(text(refused)), text(refused));
    truth(!text(refused).includes(url.slice(-32)), 'the key is in the refusal');
  });
  await check('a no in the client is a no', async () => {
    person.answer = '';
    const refused = await mail('bob@a.example');
    truth(refused.isError && /denied/.test(text(refused)), text(refused));
    same(outbox(), ['ann@a.example'], 'mails');
    truth(!gateway.output.includes('/approvals/'), 'the page is in the log');
  });
  await client.close();
  await stop(gateway);
}

for (const kind of ['sdk1-http', 'sdk2-legacy-http', 'sdk2-pinned-http']) await play(kind);

verdict.finish();
