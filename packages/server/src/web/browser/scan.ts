import './copy.ts';
import type { ScanReason } from '@almanac/core/scan';
import { chooseAnswers } from './choose-answers.ts';
import { part } from './dom.ts';
import { EXAMPLES } from './example.ts';
import { takeHanded } from './handed-files.ts';
import { type ExportFormat, PASTED } from './messages.ts';
import { exportOrder, save } from './save-export.ts';
import { openPageDecisions } from './scan-decisions.ts';
import { openScan, type ScanState } from './scan-state.ts';
import { service } from './service.ts';
import { takeDroppedFiles } from './take-dropped-files.ts';
import { showCoverage } from './view-coverage.ts';
import { showDecisions } from './view-decisions.ts';
import { showFiles } from './view-files.ts';
import { planView } from './view-plan.ts';
import { say, showProgress } from './view-progress.ts';
import { showSummary } from './view-summary.ts';
import { tableView } from './view-table.ts';
import { workerClient } from './worker-client.ts';
import { trustAddresses } from './worker-turns.ts';

const root = part('scan', HTMLElement);
const drop = part('drop', HTMLElement);
const choose = part('choose', HTMLInputElement);
const key = part('key', HTMLInputElement);
const trust = trustAddresses();
const worker = workerClient(trust(root.dataset['worker'] ?? ''));
const answers = chooseAnswers(
  root,
  service(() => key.value),
  trust,
  () => scan.again(),
);
const table = tableView((purl) => answers.current.proof(purl));
const plan = planView(() => answers.current.plan);
const decisions = openPageDecisions();
const scan = openScan({
  read: (file, signal) => worker.read(file, signal),
  ask: (purls, signal, tell) => answers.current.ask(purls, signal, tell),
  decide: (component, outcome) => decisions.decide(component, outcome, Date.now()),
  changed: show,
});

part('scan-off', HTMLElement).hidden = true;
root.hidden = false;

choose.addEventListener('change', () => {
  add([...(choose.files ?? [])]);
  choose.value = ''; // so that the same file can be chosen again
});
const given = part('decisions', HTMLInputElement);
given.addEventListener('change', () => void takeDecisions([...(given.files ?? [])]));
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-example]')) {
  const example = EXAMPLES[button.dataset['example'] ?? ''];
  if (example !== undefined) button.addEventListener('click', () => add([example()]));
}
const paste = part('paste', HTMLTextAreaElement);
part('paste-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (paste.value.trim() === '') return paste.focus();
  add([new File([paste.value], 'pasted text', { type: PASTED })]);
  paste.value = '';
});
part('add', HTMLButtonElement).addEventListener('click', () => choose.click());
part('stop', HTMLButtonElement).addEventListener('click', () => scan.stop());
part('retry', HTMLButtonElement).addEventListener('click', () => scan.retry());
part('clear', HTMLButtonElement).addEventListener('click', () => {
  scan.clear();
  answers.reset();
  choose.focus();
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-export]')) {
  button.addEventListener('click', () => void saveAs(button.dataset['export'] as ExportFormat));
}

takeDroppedFiles(drop, add);
if (location.hash === '#handed') void takeHandedFiles();

function add(files: readonly File[]): void {
  say('saved', '');
  if (files.length > 0) scan.add(files);
}

async function takeHandedFiles(): Promise<void> {
  history.replaceState(null, '', location.pathname);
  add(await takeHanded().catch(() => []));
}

async function takeDecisions(files: readonly File[]): Promise<void> {
  try {
    decisions.take(await worker.decisions(files, new AbortController().signal));
  } catch (error) {
    decisions.take({ decisions: null, problem: `They could not be read: ${String(error)}` });
  }
  scan.decide();
}

/** Remembers the last set of CVEs, so that it is requested only once, whatever the result. */
let askedAbout = '';

/** Checks after the scan whether CVEs with a decision are exploited by now. */
async function checkDecisions({ phase, rows }: ScanState): Promise<void> {
  const ids = phase === 'done' ? decisions.toAsk(rows) : [];
  if (ids.length === 0 || ids.join(' ') === askedAbout) return;
  askedAbout = ids.join(' ');
  try {
    decisions.learn(await answers.current.exploitation(ids, new AbortController().signal));
    scan.decide();
  } catch {
    // CVEs that failed stay unknown, and their rows say so.
  }
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
  showDecisions(state, decisions.reading);
  void checkDecisions(state);
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
