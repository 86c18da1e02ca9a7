// Runs `load` (bench/load.cpp) and reads what it says.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// Runs load with these words. `onReady` is called when it says "ready" or "held", after which it
// goes on. Gives the last JSON it printed; throws if it failed.
export function load(program, words, onReady = async () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words.map(String), { stdio: ['pipe', 'pipe', 'pipe'] });
    let result = null;
    let complaint = '';
    child.stderr.on('data', (text) => (complaint += text));
    child.stdin.on('error', () => {}); // it ended early: its exit code tells
    createInterface({ input: child.stdout }).on('line', async (line) => {
      if (line.startsWith('{')) result = JSON.parse(line);
      if (line === 'ready' || result?.held) {
        await onReady();
        child.stdin.write('\n');
      }
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(result);
      else reject(new Error(`load ${words.join(' ')}\n${complaint.trim() || `ended with ${code}`}`));
    });
  });
}
