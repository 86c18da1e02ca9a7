// The tables that people read, from the numbers.
const number = (value, digits = 0) =>
  value === undefined || Number.isNaN(value) ? '' : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const sizeOf = (bytes) => `${bytes / 1024} KB`;
const arrow = (upstream) => `HTTP → ${upstream === 'http' ? 'HTTP' : 'stdio'}`;

// The first column to the left, the others to the right.
function table(head, lines) {
  const all = [head, ...lines].map((line) => line.map(String));
  const width = head.map((_, i) => Math.max(...all.map((line) => line[i].length)));
  return all.map((line) => line.map((word, i) => (i === 0 ? word.padEnd(width[i]) : word.padStart(width[i]))).join('  ')).join('\n');
}

const find = (cell, name) => cell?.rows.find((it) => it.row === name);

function cellTable(cell) {
  const direct = find(cell, 'direct');
  const nginx = find(cell, 'nginx');
  const added = (it, key) => (direct && it !== direct ? number(it.fixed[key] - direct.fixed[key]) : '');
  const head = ['', 'calls/s', 'CPU µs/call', '× nginx', 'p50 µs', 'p99 µs', 'added p50', 'added p99', 'missed'];
  const lines = cell.rows.map((it) => [
    it.row,
    number(it.maximum.calls_per_s),
    number(it.maximum.cpu_us_per_call, 1),
    nginx ? number(it.maximum.cpu_us_per_call / nginx.maximum.cpu_us_per_call, 2) : '',
    number(it.fixed.p50_us),
    number(it.fixed.p99_us),
    added(it, 'p50_us'),
    added(it, 'p99_us'),
    it.fixed.missed || '',
  ]);
  const title = `${arrow(cell.upstream)}, ${sizeOf(cell.size)}, ${cell.connections} connection${cell.connections > 1 ? 's' : ''}`;
  return `${title} (latency at ${cell.rate} calls/s)\n${table(head, lines)}`;
}

function aboutTable(about) {
  const head = ['', 'upstream', 'starts in ms', 'idle MB', 'of its own MB', 'sessions', 'KB/session', 'with connection'];
  const lines = about.map((it) => [
    it.row,
    it.upstream,
    number(it.startup?.median_ms, 1),
    number(it.idle.rss / 1024, 1),
    number(it.idle.own / 1024, 1),
    number(it.sessions?.held),
    number(it.sessions?.kb_per_session, 1),
    number(it.kept?.kb_per_session, 1),
  ]);
  return `Start-up and memory\n${table(head, lines)}`;
}

// The targets of the gateway, where there is one to hold to them.
function targets({ cells, about }) {
  const cell = cells.find((it) => it.upstream === 'http' && it.size === 1024 && it.connections === 16);
  const cpu = (name) => find(cell, name)?.maximum.cpu_us_per_call;
  const own = about.find((it) => it.row === 'touchstone' && it.upstream === 'http');
  if (!own) return '';
  const best = (upstream) => {
    const cell = cells.find((it) => it.upstream === upstream && it.size === 1024 && it.connections === 16);
    return Math.min(...['mcp-proxy', 'supergateway'].map((name) => find(cell, name)?.maximum.cpu_us_per_call ?? Infinity));
  };
  const line = (what, value, limit, unit) => [what, number(value, 2) + unit, `≤ ${limit}${unit}`, value <= limit ? 'met' : 'MISSED'];
  const share = (what, npm, ours, limit) => {
    if (npm === Infinity || !ours) return [];
    return [[what, `1/${number(npm / ours, 1)}`, limit ? `≤ 1/${limit}` : '', limit ? (npm >= limit * ours ? 'met' : 'MISSED') : '']];
  };
  const stdio = find(cells.find((it) => it.upstream === 'stdio' && it.size === 1024 && it.connections === 16), 'touchstone');
  const lines = [];
  if (cpu('nginx')) lines.push(line('CPU per call, of nginx\'s', cpu('touchstone') / cpu('nginx'), 2, ' ×'));
  lines.push(...share('CPU per call, of the best npm proxy\'s to HTTP', best('http'), cpu('touchstone'), 15));
  lines.push(...share('the same to stdio', best('stdio'), stdio?.maximum.cpu_us_per_call, 15));
  lines.push(...share('ours to HTTP, of theirs to stdio', best('stdio'), cpu('touchstone')));
  const all = cpu('touchstone everything on');
  if (all && cpu('touchstone before')) lines.push(line('CPU added per call by all that guards it, over the build before', all - cpu('touchstone before'), 60, ' µs'));
  if (all) lines.push(line('CPU added per call by everything on (labels, flows, 100 rules, records)', all - cpu('touchstone'), 60, ' µs'));
  if (all && cpu('nginx')) lines.push(['the same, of nginx\'s call', `${number((all - cpu('touchstone')) / cpu('nginx'), 2)} ×`, '', '']);
  lines.push(line('resident when idle', own.idle.rss / 1024, 15, ' MB'));
  lines.push(line(`each of ${own.sessions.held} idle sessions`, own.sessions.kb_per_session, 8, ' KB'));
  lines.push(line('from exec to listening', own.startup.median_ms, 15, ' ms'));
  return `Targets (HTTP → HTTP, 1 KB, 16 connections)\n${table(['', 'measured', 'target', ''], lines)}\n\n`;
}

function busy({ cores, busy: others }) {
  if (others < cores / 4) return '';
  return `The machine was busy before we began (load ${number(others, 1)}, ${cores} cores): believe the CPU time, not the latencies.\n`;
}

export function text(result) {
  const cells = result.cells.filter((cell) => cell.rows.length > 0);
  return `${cells.map(cellTable).join('\n\n')}\n\n${aboutTable(result.about)}\n\n${targets(result)}` +
    'CPU: of the proxy\'s own processes, at the maximum rate. Latency: at the fixed rate, from the time a call was due.\n' + busy(result.machine);
}
