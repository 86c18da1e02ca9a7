// The scenario table asks for "a tool that fails" or "a tool that asks the user"; these are their names
// in each server. What a server lacks is said in `lacks`, with the reason.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratch_dir } from './harness.mjs';

export const simple = 'the server is a guest: only its list and one call are of interest';
const guest = keys => {
  const all = [...Object.keys(sdk2), ...Object.keys(sdk2.lacks)];
  return Object.fromEntries(all.filter(key => !(key in keys) && key !== 'lacks').map(key => [key, simple]));
};

export const sdk2 = {
  echo: { tool: 'echo', args: { message: 'hello ✓ "quoted"' } },
  structured: { tool: 'structured' },
  fail: { tool: 'fail' },
  content: { tool: 'image' },
  progress: { tool: 'steps', args: { count: 4 }, steps: [1, 2, 3, 4] },
  cancel: { tool: 'wait', count: 'aborted' },
  elicit: { tool: 'ask' },
  elicit_url: { tool: 'ask-url' },
  sample: { tool: 'sample' },
  roots: { tool: 'roots' },
  rounds: { tool: 'rounds' },
  log: { tool: 'log', data: { said: 'a warning' } },
  list_changed: { tool: 'change-tools' },
  resources: { text: 'sdk2://text', blob: 'sdk2://pixel', template: 'sdk2://items/alpha', unknown: 'sdk2://nothing' },
  updated: { uri: 'sdk2://text', tool: 'touch' },
  prompts: { plain: 'simple', with_args: 'greet', args: { name: 'Ada' } },
  complete_prompt: { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: 'A' }, values: ['Ada', 'Alan'] },
  complete_template: { ref: { type: 'ref/resource', uri: 'sdk2://items/{id}' }, argument: { name: 'id', value: 'al' }, values: ['alpha', 'alps'] },
  tools: { least: 15 },
  lacks: { tasks: 'SDK 2 has no tasks', pages: 'the list of tools is short' }
};

export const everything = {
  echo: { tool: 'echo', args: { message: 'hello ✓ "quoted"' } },
  structured: { tool: 'get-structured-content', args: { location: 'Chicago' } },
  fail: { tool: 'get-sum', args: { a: 'not a number', b: 1 } },
  content: { tool: 'get-tiny-image' },
  progress: { tool: 'trigger-long-running-operation', args: { duration: 0.2, steps: 4 }, steps: [1, 2, 3, 4] },
  cancel: { tool: 'trigger-long-running-operation', args: { duration: 3, steps: 30 } },
  elicit: { tool: 'trigger-elicitation-request' },
  elicit_url: { tool: 'trigger-url-elicitation', args: { url: 'https://example.org/open', elicitationId: 'e2e-fixed-id' } },
  sample: { tool: 'trigger-sampling-request', args: { prompt: 'say something', maxTokens: 20 } },
  roots: { tool: 'get-roots-list' },
  resources: { text: 'demo://resource/static/document/features.md', blob: undefined, template: undefined, unknown: 'demo://nothing/at/all' },
  updated: { uri: 'demo://resource/static/document/features.md', tool: 'toggle-subscriber-updates', again: 'toggle-subscriber-updates' },
  prompts: { plain: 'simple-prompt', with_args: 'args-prompt', args: { city: 'Ulm', state: 'BW' } },
  complete_prompt: { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'name', value: 'G' },
    context: { arguments: { department: 'Marketing' } }, values: ['Grace'] },
  list_changed: { tool: 'gzip-file-as-resource', args: { name: 'e2e.gz', data: 'data:text/plain,hello', outputType: 'resource' }, what: 'resources' },
  log: { subscribe: 'demo://resource/static/document/features.md' },
  tasks: { tool: 'simulate-research-query', args: { topic: 'gateways', ambiguous: false } },
  tools: { least: 13 },
  lacks: {
    rounds: 'the server asks one question in a call',
    complete_template: 'its templates complete only numbers',
    pages: 'the list of tools is short'
  }
};

// The fixture's names are those the conformance suite asks for.
export const fixture = {
  echo: { tool: 'test_simple_text' },
  fail: { tool: 'test_error_handling' },
  content: { tool: 'test_multiple_content_types' },
  progress: { tool: 'test_tool_with_progress', steps: [0, 50, 100] },
  elicit: { tool: 'test_input_required_result_elicitation', modern_only: true },
  sample: { tool: 'test_input_required_result_sampling', modern_only: true },
  roots: { tool: 'test_input_required_result_list_roots', modern_only: true },
  rounds: { tool: 'test_input_required_result_multi_round', modern_only: true },
  list_changed: { tool: 'test_trigger_tool_change' },
  resources: { text: 'test://static-text', blob: 'test://static-binary', template: 'test://template/123/data', unknown: 'test://nothing' },
  prompts: { plain: 'test_simple_prompt', with_args: 'test_prompt_with_arguments', args: { arg1: 'hello', arg2: 'world' } },
  tools: { least: 20 },
  lacks: {
    structured: 'the conformance suite asks for no structured output', cancel: 'the conformance suite cancels nothing',
    elicit_url: 'the conformance suite opens no URL', log: 'the conformance suites test it', updated: 'the conformance suite updates no resource',
    complete_prompt: 'the fixture completes nothing', complete_template: 'the fixture completes nothing',
    tasks: 'the conformance suites test them', pages: 'the list of tools is short'
  }
};

const pages_only = {
  echo: { tool: 'page-00-tool-0' },
  tools: { least: 30 },
  pages: { names: 30 }
};
export const pages = { ...pages_only, lacks: guest(pages_only) };

export function filesystem_dir() {
  const dir = join(scratch_dir(), 'files');
  mkdirSync(dir);
  writeFileSync(join(dir, 'note.txt'), 'a note\n');
  filesystem.echo.args.path = join(dir, 'note.txt');
  return dir;
}
const filesystem_only = { echo: { tool: 'read_text_file', args: { path: '' } }, tools: { least: 10 } };
export const filesystem = { ...filesystem_only, lacks: guest(filesystem_only) };

const memory_only = { echo: { tool: 'read_graph' }, structured: { tool: 'read_graph' }, tools: { least: 9 } };
export const memory = { ...memory_only, lacks: guest(memory_only) };

const dbhub_only = { echo: { tool: 'execute_sql', args: { sql: 'SELECT 1 + 2 AS three' } }, tools: { least: 1 } };
export const dbhub = { ...dbhub_only, lacks: guest(dbhub_only) };

const context7_only = { tools: { least: 2 } };
export const context7 = { ...context7_only, lacks: { ...guest(context7_only), echo: 'its tools need the network' } };
