import { type SourceItem, type SourceLog, UnexpectedUpstream } from '../source.ts';
import type { AskPage } from './page.ts';
import { type DatedBy, readWindow, type WindowPass } from './read-window.ts';
import type { NvdElement } from './record.ts';
import { halvesOf, type Window, windowsBetween } from './windows.ts';

const TRIES = 3;

/**
 * Reads a span of time, oldest first, with a checkpoint after each window that gives one. A window that moves while it is read is parted:
 * the smaller it is, the fewer its pages, and one page cannot move: what occurs twice on it, NVD has twice.
 */
export async function* readWindows(
  { askPage, log }: { readonly askPage: AskPage; readonly log: SourceLog },
  dated: DatedBy,
  span: Window,
  checkpointAfter: (window: Window, pass: WindowPass, records: number) => string | null,
): AsyncGenerator<SourceItem<NvdElement>, number> {
  const waiting: (Window & { readonly tries?: number })[] = windowsBetween(span.from, span.to);
  const yielded = new Set<string>();
  let records = 0;
  for (let window = waiting.shift(); window !== undefined; window = waiting.shift()) {
    const pass = yield* readWindow(askPage, dated, window, yielded);
    const { tries = 1 } = window;
    const doubtful = pass.moved || (pass.repeated > 0 && pass.pages > 1);
    const again = doubtful ? (halvesOf(window) ?? onceMore(window, tries)) : null;
    if (again !== null) {
      waiting.unshift(...again);
      continue;
    }
    settle(pass, window, log);
    records += pass.records - pass.repeated;
    const checkpoint = checkpointAfter(window, pass, records);
    if (checkpoint !== null) yield { checkpoint };
  }
  return records;
}

function onceMore(window: Window, tries: number): (Window & { tries: number })[] | null {
  return tries < TRIES ? [{ ...window, tries: tries + 1 }] : null;
}

/** After the last try: a record that is there twice is no harm, one that was passed over would be. */
function settle({ moved, repeated }: WindowPass, { from, to }: Window, log: SourceLog): void {
  const span = { from: from.toISOString(), to: to.toISOString() };
  if (moved) throw new UnexpectedUpstream('nvd', `the window from ${span.from} to ${span.to} moves while it is read`);
  if (repeated > 0) log.warn({ source: 'nvd', repeated, ...span }, 'records occur more than once');
}
