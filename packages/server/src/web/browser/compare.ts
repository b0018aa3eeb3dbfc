import './copy.ts';
import type { Coverage } from '@almanac/contract';
import { compareReport, lookUpReport, readReport } from '@almanac/core/compare';
import { type ScanOutcome, scanOutcome } from '@almanac/core/scan';
import { askAll } from './ask.ts';
import { counted, part } from './dom.ts';
import { createCompareService, service } from './service.ts';
import { takeDroppedFiles } from './take-dropped-files.ts';
import { comparisonView } from './view-comparison.ts';
import { coverageWords } from './view-coverage.ts';
import { wait } from './wait.ts';

const drop = part('compare-drop', HTMLElement);
const choose = part('compare-file', HTMLInputElement);
const text = part('compare-text', HTMLTextAreaElement);
let running = new AbortController();

choose.addEventListener('change', () => take([...(choose.files ?? [])]));
takeDroppedFiles(drop, take);
part('compare-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void compare(text.value);
});

function take([file]: readonly File[]): void {
  choose.value = ''; // so that the same file can be chosen again
  if (file !== undefined)
    void file.text().then(compare, (error: unknown) => say(`Cannot read ${file.name}: ${String(error)}`));
}

/** Reads the report locally and asks the service about its packages. */
async function compare(given: string): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  part('compare-result', HTMLElement).replaceChildren();
  const { report, problem } = readReport(given);
  if (report === null) return say(`Cannot compare this report: ${problem.replace(/\.$/, '')}.`);
  try {
    const outcomes = new Map<string, ScanOutcome>();
    let coverage: Coverage | null = null;
    const purls = [...new Set(report.packages.flatMap(({ purl }) => purl ?? []))];
    const api = service(() => '');
    say(`Asking about ${counted(purls.length, 'package')} …`);
    await askAll({ post: (some, until) => api.post(some, until), sleep: wait }, purls, signal, (event) => {
      if (event.kind === 'answered') {
        for (const answer of event.answers) outcomes.set(answer.purl, scanOutcome({ kind: 'answer', answer }));
        ({ coverage } = event);
      } else if (event.kind === 'failed') {
        for (const purl of event.purls) outcomes.set(purl, scanOutcome({ kind: 'failed', reason: event.reason }));
      } else if (event.kind === 'waiting') say('Rate limit reached. The comparison continues by itself.');
    });
    const knowledge = await lookUpReport(createCompareService(signal, say), report, outcomes);
    part('compare-result', HTMLElement).replaceChildren(...comparisonView(report, compareReport(report, knowledge)));
    const unread =
      report.unreadable === 0 ? '' : ` ${counted(report.unreadable, 'entry', 'entries')} could not be read.`;
    say(`Done.${unread} ${coverage === null ? '' : coverageWords(coverage)}`);
  } catch (error) {
    if (!signal.aborted) say(error instanceof Error ? error.message : String(error));
  }
}

function say(words: string): void {
  part('compare-status', HTMLElement).textContent = words;
}
