import './copy.ts';
import type { ScanReason } from '@almanac/core/scan';
import { part } from './dom.ts';
import { EXAMPLES } from './example.ts';
import type { ExportFormat } from './messages.ts';
import { exportOrder, save } from './save-export.ts';
import { openScan, type ScanState } from './scan-state.ts';
import { service } from './service.ts';
import { takeDroppedFiles } from './take-dropped-files.ts';
import { showCoverage } from './view-coverage.ts';
import { showFiles } from './view-files.ts';
import { planView } from './view-plan.ts';
import { say, showProgress } from './view-progress.ts';
import { showSummary } from './view-summary.ts';
import { tableView } from './view-table.ts';
import { wait } from './wait.ts';
import { workerClient } from './worker-client.ts';

const root = part('scan', HTMLElement);
const drop = part('drop', HTMLElement);
const choose = part('choose', HTMLInputElement);
const key = part('key', HTMLInputElement);
const worker = workerClient(root.dataset['worker'] ?? '');
const asked = service(() => key.value);
const table = tableView((purl) => asked.proof(purl));
const plan = planView(
  (purls, signal) => asked.plan(purls, signal),
  (exploited) => table.mark(exploited),
);
const scan = openScan({
  read: (file, signal) => worker.read(file, signal),
  post: (purls, signal) => asked.post(purls, signal),
  sleep: wait,
  changed: show,
});

part('scan-off', HTMLElement).hidden = true;
root.hidden = false;

choose.addEventListener('change', () => {
  add([...(choose.files ?? [])]);
  choose.value = ''; // the same file may be given again
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-example]')) {
  const example = EXAMPLES[button.dataset['example'] ?? ''];
  if (example !== undefined) button.addEventListener('click', () => add([example()]));
}
part('add', HTMLButtonElement).addEventListener('click', () => choose.click());
part('stop', HTMLButtonElement).addEventListener('click', () => scan.stop());
part('retry', HTMLButtonElement).addEventListener('click', () => scan.retry());
part('clear', HTMLButtonElement).addEventListener('click', () => {
  scan.clear();
  choose.focus();
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-export]')) {
  button.addEventListener('click', () => void saveAs(button.dataset['export'] as ExportFormat));
}

takeDroppedFiles(drop, add);

function add(files: readonly File[]): void {
  say('saved', '');
  if (files.length > 0) scan.add(files);
}

function show(state: ScanState): void {
  const read = state.files.some(({ result }) => result?.file != null);
  part('intro', HTMLElement).hidden = state.files.length > 0;
  drop.classList.toggle('small', state.files.length > 0);
  say('choose-name', state.files.length > 0 ? 'Add files' : 'Choose files');
  say('drop-title', state.files.length > 0 ? 'Drop more files anywhere' : 'Drop files here');
  showFiles(state.files);
  showProgress(state);
  part('result', HTMLElement).hidden = !read;
  showSummary(state);
  table.show(state);
  plan.show(state);
  showCoverage(state.coverage);
}

const NOT_ASKED: ReadonlySet<ScanReason> = new Set(['failed', 'cancelled', 'pending']);

async function saveAs(format: ExportFormat): Promise<void> {
  const order = exportOrder(scan.state, format, root.dataset['version'] ?? '');
  try {
    const text = await worker.exported(order, new AbortController().signal);
    const open = scan.state.rows.filter(({ outcome: { unknownReasons } }) =>
      unknownReasons.some((reason) => NOT_ASKED.has(reason)),
    );
    const rest = open.length === 0 ? '' : ` It is not whole: ${open.length} were not asked about.`;
    say('saved', `Saved as ${save(text, order)}.${rest}`);
  } catch (error) {
    say('saved', `Nothing was saved: ${error instanceof Error ? error.message : String(error)}`);
  }
}
