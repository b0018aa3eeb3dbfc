import { addressProblem, LIST_LIMITS, listQuery, newsSentence, readPackageList } from '@almanac/core/my-packages';
import { counted, part } from './dom.ts';
import { askList, fragmentOf, type ListState, listInFragment, listRefusal } from './my-list.ts';
import { listView } from './my-view.ts';
import { postJson } from './service.ts';
import { takeDroppedFiles } from './take-dropped-files.ts';
import { coverageWords } from './view-coverage.ts';
import { workerClient } from './worker-client.ts';
import { trustAddresses } from './worker-turns.ts';

const drop = part('my-drop', HTMLElement);
const file = part('my-file', HTMLInputElement);
const area = part('packages', HTMLTextAreaElement);
const worker = workerClient(trustAddresses()(drop.dataset['worker'] ?? ''));
let running = new AbortController();

drop.hidden = false;
part('my-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  open(readPackageList(area.value));
});
file.addEventListener('change', () => takeFirst([...(file.files ?? [])]));
takeDroppedFiles(drop, takeFirst);
addEventListener('hashchange', () => void showFragment());
void showFragment();

function takeFirst([given]: readonly File[]): void {
  if (given !== undefined) void readFile(given);
}

async function readFile(given: File): Promise<void> {
  say(`Reading ${given.name} …`);
  try {
    const { file: read, problem } = await worker.read(given, new AbortController().signal);
    if (read === null) return say(problem);
    const packages = [...new Set(read.entries.flatMap(({ ask }) => ask ?? []))];
    const left = read.entries.filter(({ ask }) => ask === null).length + read.skipped.length;
    if (left === 0 || packages.length === 0) return open(packages);
    // Shows the list first, because entries left out would look clean.
    area.value = packages.join('\n');
    say(
      `${counted(packages.length, 'package')} can be checked. ${counted(left, 'entry', 'entries')} of the file cannot: unknown, and named by the scan page. Press “Show my packages” to go on.`,
    );
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

/** The server renders lists that fit into an address; longer ones stay in the browser. */
function open(packages: readonly string[]): void {
  const refusal = listRefusal(packages);
  if (refusal !== null) return say(refusal);
  if (addressProblem(packages) === null) location.assign(`/my?${listQuery(packages)}`);
  else location.hash = fragmentOf(packages);
}

async function showFragment(): Promise<void> {
  const packages = listInFragment(location.hash);
  if (packages === null) return;
  const refusal = listRefusal(packages);
  if (refusal !== null) return say(refusal);
  running.abort();
  running = new AbortController();
  const { signal } = running;
  part('my-server', HTMLElement).hidden = true;
  part('my-result', HTMLElement).hidden = false;
  area.value = packages.join('\n');
  part('my-sentence', HTMLElement).textContent = `Asking about ${counted(packages.length, 'package')} …`;
  say('');
  const deps = {
    post: (some: readonly string[], until: AbortSignal) => postJson('/api/v1/my', { packages: some }, until),
    sleep: pause,
    waiting: ({ seconds }: { readonly seconds: number }) =>
      say(`The service asks to wait ${counted(seconds, 'second')}.`),
  };
  await askList(deps, packages, signal, (state) => show(state, packages.length)).catch((error: unknown) => {
    if (!signal.aborted) say(error instanceof Error ? error.message : String(error));
  });
}

function show(state: ListState, all: number): void {
  const left = all - state.asked;
  part('my-sentence', HTMLElement).textContent =
    left > 0 ? state.sentence : `${state.sentence} ${newsSentence(state.rows, Date.now())}`;
  part('my-age', HTMLElement).textContent = state.coverage === null ? '' : coverageWords(state.coverage);
  part('my-rows', HTMLElement).replaceChildren(...listView(state));
  say(left > 0 ? `${counted(left, 'package')} to go …` : DONE);
}

const DONE = `This list is longer than an address: your browser asked about it, and it has no feed and no badge. Lists of up to ${LIST_LIMITS.address} packages have both.`;

function say(text: string): void {
  part('my-status', HTMLElement).textContent = text;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
