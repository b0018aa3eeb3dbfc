import { count, part } from './dom.ts';
import { groupRows } from './group-rows.ts';
import type { ScanState } from './scan-state.ts';
import { type Row, type Selection, type SortBy, selectRows, type VerdictFilter } from './select-rows.ts';
import { groupElement } from './view-group.ts';
import { say } from './view-progress.ts';
import { rowElement } from './view-row.ts';

/** A table of thousands of rows would delay every key press. */
const PAGE = 50;

export interface TableView {
  show(state: ScanState): void;
}

export function tableView(proofOf: (purl: string) => Promise<HTMLElement>): TableView {
  const body = part('rows', HTMLTableSectionElement);
  const words = part('words', HTMLInputElement);
  const sort = part('sort', HTMLSelectElement);
  const direct = part('direct', HTMLInputElement);
  const dev = part('dev', HTMLInputElement);
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[name=shown]')];
  let state: ScanState | null = null;
  let page = 0;
  let drawn = '';
  /** Shows the worst category until the visitor chooses. */
  let chosen = false;

  for (const radio of radios) radio.addEventListener('change', () => choose());
  for (const control of [sort, direct, dev]) control.addEventListener('change', () => turnTo(0));
  words.addEventListener('input', () => turnTo(0));
  part('previous', HTMLButtonElement).addEventListener('click', () => turnTo(page - 1, true));
  part('next', HTMLButtonElement).addEventListener('click', () => turnTo(page + 1, true));
  // Print all rows.
  addEventListener('beforeprint', () => draw(Number.POSITIVE_INFINITY));
  addEventListener('afterprint', () => draw(PAGE));

  return {
    show(next) {
      if (next.phase === 'idle') reset();
      state = next;
      if (!chosen) pick(worst(next.rows));
      available(
        direct,
        next.rows.some((row) => row.component.direct !== null),
      );
      available(
        dev,
        next.rows.some((row) => row.component.dev !== null),
      );
      draw(PAGE);
    },
  };

  function reset(): void {
    chosen = false;
    page = 0;
    words.value = '';
    for (const box of [direct, dev]) box.checked = false;
  }

  function choose(): void {
    chosen = true;
    turnTo(0);
  }

  function turnTo(next: number, scroll = false): void {
    page = next;
    draw(PAGE);
    if (scroll) part('rows-frame', HTMLElement).scrollIntoView({ block: 'start' });
  }

  function pick(shown: VerdictFilter): void {
    for (const radio of radios) radio.checked = radio.value === shown;
  }

  function selection(): Selection {
    return {
      shown: (radios.find(({ checked }) => checked)?.value ?? 'all') as VerdictFilter,
      directOnly: direct.checked,
      hideDev: dev.checked,
      words: words.value,
      sort: sort.value as SortBy,
    };
  }

  function draw(size: number): void {
    if (state === null) return;
    const chosen = selection();
    const rows = groupRows(selectRows(state.rows, chosen), chosen);
    const pages = Math.max(1, Math.ceil(rows.length / size));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * Math.min(size, rows.length);
    const shown = rows.slice(first, first + size);
    const several = state.files.length > 1;
    // Redraws only after a change, so that an open proof stays open while other results arrive.
    const now = JSON.stringify([several, size, shown.map((each) => each.map(factsOf))]);
    if (now !== drawn) {
      const rowOf = (row: Row) => rowElement(row, { severalFiles: several }, proofOf);
      body.replaceChildren(
        ...shown.flatMap((each) => (each.length > 1 ? [groupElement(each, size)] : each.map(rowOf))),
      );
    }
    drawn = now;
    part('rows-frame', HTMLElement).hidden = rows.length === 0;
    part('none', HTMLElement).hidden = rows.length > 0;
    say('none', state.rows.length === 0 ? 'There is nothing to show.' : 'No component is like that.');
    showPager({ page, pages, first, shown: shown.length, all: rows.length });
  }
}

/** Values that change the row's appearance. */
function factsOf({ place, ask, outcome: { verdict, reason, findings } }: Row): readonly unknown[] {
  return [place, ask, verdict, reason, findings.map(({ decision }) => decision ?? null)];
}

function showPager(at: Readonly<Record<'page' | 'pages' | 'first' | 'shown' | 'all', number>>): void {
  part('pager', HTMLElement).hidden = at.pages === 1;
  say('page-of', `${count(at.first + 1)}–${count(at.first + at.shown)} of ${count(at.all)}`);
  part('previous', HTMLButtonElement).disabled = at.page === 0;
  part('next', HTMLButtonElement).disabled = at.page === at.pages - 1;
}

/** Disables an option that applies to no file. */
function available(box: HTMLInputElement, there: boolean): void {
  box.disabled = !there;
  if (!there) box.checked = false;
}

function worst(rows: readonly Row[]): VerdictFilter {
  const has = (verdict: VerdictFilter) => rows.some(({ outcome }) => outcome.verdict === verdict);
  return has('affected') ? 'affected' : has('unknown') ? 'unknown' : 'all';
}
