// What an untrusted page taught a session is written into a note: whoever reads that note has seen the
// page. A person sees where labels stay and takes one away, while the gateway runs, and it does not come
// back: not by the gateway's memory, not by a restart. What lies beside it keeps its label.
//   --touchstone PATH
import { join } from 'node:path';
import { connect } from './lib/clients.mjs';
import { configuration, ready_line } from './lib/gateway.mjs';
import { options, patient, ready, same, scratch_dir, start, stop, truth, Verdict, within } from './lib/harness.mjs';

const { touchstone } = options({ touchstone: { type: 'string' } });
if (!touchstone) {
  console.error('--touchstone PATH, please');
  process.exit(2);
}
const verdict = new Verdict('places');
const page = 'https://forum.example/travel-expenses';
const [note, other] = ['notes/idea.txt', 'notes/other.txt'];

// The demo's files and its web on one store, behind gateways that come and go.
class Desk {
  constructor() {
    const root = scratch_dir();
    const server = name => [name, { command: touchstone, args: ['demo-server', name, '--root', root] }];
    this.config = configuration(Object.fromEntries(['files', 'web'].map(server)), {
      annotate: 'enrich', policy: 'observe', store: join(scratch_dir(), 'store.db')
    });
  }
  async open() {
    this.child = start(touchstone, ['run', '--config', this.config, '--listen', '127.0.0.1:0'], { env: { XDG_RUNTIME_DIR: scratch_dir() } });
    const [, origin] = await ready(this.child, ready_line);
    this.client = await connect('sdk2-pinned-http', { url: `${origin}/mcp` });
  }
  async close() {
    await this.client.close();
    await stop(this.child);
  }
  call(session, tool, args) {
    return this.client.call(tool, args, { meta: { 'dev.touchstone/session': session } });
  }
  async type(code, ...args) {
    const child = start(touchstone, [...args, '--config', this.config], { most: 1e6 });
    await within(patient, args.join(' '), child.gone);
    truth(child.exitCode === code, `${args.join(' ')} exits with ${child.exitCode}:\n${child.output}`);
    return child.output;
  }
  async look(...args) { return JSON.parse(await this.type(0, ...args, '--format', 'json')); }
  places() { return this.look('places', 'list').then(all => all.map(it => it.place)); }
  // Whether a new session that reads there has seen untrusted content.
  async taints(path) {
    const session = `reader-${this.readers = (this.readers ?? 0) + 1}`;
    const read = await this.call(session, 'files__read_file', { path });
    truth(!read.isError, JSON.stringify(read));
    const { label } = await this.look('sessions', 'show', `marker:${session}`);
    return label.untrusted;
  }
  lift(path, ...words) { return this.type(0, 'places', 'declassify', path, ...words, '--reason', 'I read it all'); }
}

const desk = new Desk();
await desk.open();
await verdict.check('what was written after an untrusted page brings its label to whoever reads it', async () => {
  await desk.call('clean', 'files__write_file', { path: note, text: 'mine' });
  truth(!await desk.taints(note), 'labelled before anything was');
  same(await desk.look('places', 'list'), [], 'places');
  await desk.call('writer', 'web__fetch_page', { url: page });
  for (const path of [note, other]) await desk.call('writer', 'files__write_file', { path, text: 'as I read' });
  truth(await desk.taints(note), 'not labelled');
  truth(await desk.taints(other), 'not labelled');
});
await verdict.check('it is listed, with what it is labelled by', async () => {
  same(await desk.places(), [note, other], 'places');
  const told = await desk.type(0, 'places', 'list');
  for (const part of ['files', note, 'untrusted', page]) truth(told.includes(part), `${part} is not in\n${told}`);
});
await verdict.check('a person takes it away while the gateway runs, and it does not come back', async () => {
  const told = await desk.lift(note, '--all');
  truth(told.includes('nothing that needs care') && !told.includes('reads also get'), told);
  truth(!await desk.taints(note), 'it came back');
  truth(await desk.taints(other), 'another place lost its label');
  same(await desk.places(), [other], 'places');
  truth((await desk.type(2, 'places', 'declassify', note, '--all', '--reason', 'again')).includes('no label is kept of this place'), 'twice');
});
await verdict.check('who did that and why is on record', async () => {
  const [record, ...more] = await desk.look('decisions', 'list', '--kind', 'declassification');
  same(more.length, 0, 'records');
  same([record.server, record.effect, record.body.place, record.body.reason], ['files', 'declassify', note, 'I read it all'], 'the record');
  same([record.body.before.untrusted, record.body.after.untrusted], [true, false], 'before and after');
  truth((await desk.type(0, 'explain', record.id)).includes(`took something from the label of ${note} of files: I read it all.`), 'its story');
});
await desk.close();
await verdict.check('without a gateway it works as well', async () => {
  await desk.lift(other, '--untrusted', '--malicious');
  same((await desk.look('places', 'show', other)).label.untrusted, false, 'untrusted');
});
await desk.open();
await verdict.check('after a restart both are as the person left them', async () => {
  truth(!await desk.taints(note), 'it came back');
  truth(!await desk.taints(other), 'it came back');
});
await verdict.check('a session that still carries the label leaves it again', async () => {
  await desk.call('writer', 'files__write_file', { path: note, text: 'once more' });
  truth(await desk.taints(note), 'not labelled');
});
await desk.close();
verdict.finish();
