import type { RemediationResult } from '@almanac/contract';
import {
  describeCleared,
  type FileStep,
  findExploited,
  formatRun,
  type LockedFiles,
  listFileSteps,
  listRest,
  listRuns,
  listSteps,
  type PlanRest,
} from '@almanac/core/remediation';
import { plannedPurls } from '@almanac/core/scan';
import { count, counted, foreign, make, part } from './dom.ts';
import type { ScanState } from './scan-state.ts';
import { say } from './view-progress.ts';

export interface PlanView {
  /** Asks for a plan once a scan has ended with affected packages, and only once for the same packages. */
  show(state: ScanState): void;
}

/** Further ones are only counted. */
const SHOWN = { steps: 50, ids: 8, rest: 20 };

type AskPlan = (purls: readonly string[], signal: AbortSignal) => Promise<RemediationResult>;

/** `asker` returns null if the current answerer has no plans. */
export function planView(asker: () => AskPlan | null): PlanView {
  const place = part('plan', HTMLElement);
  let asked = '';
  let asking = new AbortController();

  return {
    show(state) {
      const ask = asker();
      part('advice', HTMLElement).hidden = ask === null;
      const purls = ask !== null && state.phase === 'done' ? plannedPurls(state.rows).purls : [];
      const key = purls.join(' ');
      if (key === asked) return;
      asked = key;
      asking.abort();
      asking = new AbortController();
      say('advice', '');
      place.hidden = purls.length === 0;
      place.replaceChildren();
      if (ask !== null && purls.length > 0) void plan(ask, purls, toLockedFiles(state), asking.signal);
    },
  };

  async function plan(ask: AskPlan, purls: readonly string[], locked: LockedFiles, signal: AbortSignal): Promise<void> {
    say('advice', 'Looking for upgrades …');
    try {
      const answer = await ask(purls, signal);
      if (signal.aborted) return;
      const { steps, cleared } = listFileSteps(listSteps(answer.plans), locked);
      const rest = listRest(answer.plans);
      const exploited = findExploited(answer.plans).size;
      const urgent = exploited === 0 ? '' : ` ${counted(exploited, 'is', 'are')} known to be exploited.`;
      say('advice', `${describeCleared(cleared, rest.length)}${urgent}`);
      place.replaceChildren(...planElements(steps, rest));
    } catch (error) {
      if (signal.aborted) return;
      say('advice', '');
      const again = make('button', { type: 'button' }, 'Try again');
      again.addEventListener('click', () => void plan(ask, purls, locked, signal));
      const why = error instanceof Error ? error.message : 'it could not be had';
      place.replaceChildren(make('p', {}, `There is no upgrade plan: ${why}. `, again));
    }
  }
}

/** The page gets the given files but no manifest beside them. */
function toLockedFiles({ rows, files }: ScanState): LockedFiles {
  return {
    rows,
    kinds: new Map(files.map(({ name, result }) => [name, result?.file?.kind ?? ''])),
    manifests: new Map(),
  };
}

function planElements(steps: readonly FileStep[], rest: readonly PlanRest[]): HTMLElement[] {
  const commands = listRuns(steps).map(formatRun);
  return [
    make('h2', {}, 'Upgrade plan'),
    ...(commands.length === 0 ? [] : [commandsElement(commands)]),
    ...(steps.length === 0 ? [] : [make('ol', { class: 'steps' }, ...steps.slice(0, SHOWN.steps).map(stepElement))]),
    ...(steps.length > SHOWN.steps ? [note(`${counted(steps.length - SHOWN.steps, 'more upgrade')} not shown.`)] : []),
    ...(rest.length === 0 ? [] : [restElement(rest)]),
    note('Each target is the smallest version that clears what is known and opens nothing.'),
  ];
}

function commandsElement(commands: readonly string[]): HTMLElement {
  const code = make('code', {}, commands.join('\n'));
  const text = make('pre', { tabindex: '0', role: 'region', 'aria-label': 'Commands of the upgrade plan' }, code);
  const button = make('button', { type: 'button', class: 'copier', 'aria-label': 'Copy the commands' }, 'Copy');
  return make('div', { class: 'copy' }, text, button);
}

function stepElement({ name, from, to, crossesMajor, clears, byHand }: FileStep): HTMLElement {
  const more = clears.length - SHOWN.ids;
  return make(
    'li',
    {},
    make('strong', {}, foreign(name)),
    ` ${from.join(', ')} → `,
    make('strong', {}, foreign(to)),
    crossesMajor ? make('span', { class: 'pill warn' }, 'new major version') : null,
    byHand === null ? null : make('span', { class: 'note' }, 'by hand: ', foreign(byHand)),
    make(
      'span',
      { class: 'note' },
      'clears ',
      ...clears.slice(0, SHOWN.ids).flatMap(findingLink),
      more > 0 ? `and ${count(more)} more` : '',
    ),
  );
}

function findingLink({ id, kev }: { readonly id: string; readonly kev: boolean }): (HTMLElement | string)[] {
  const link = make('a', { href: `/${encodeURIComponent(id)}` }, id);
  return [link, kev ? ' (known to be exploited) ' : ' '];
}

function restElement(rest: readonly PlanRest[]): HTMLElement {
  const items = rest
    .slice(0, SHOWN.rest)
    .map(({ name, version, finding }) =>
      make('li', {}, foreign(`${name} ${version ?? ''} `), ...findingLink(finding), foreign(finding.why)),
    );
  if (rest.length > SHOWN.rest) items.push(make('li', {}, `and ${count(rest.length - SHOWN.rest)} more`));
  return make(
    'details',
    { class: 'why' },
    make('summary', {}, `${counted(rest.length, 'finding')} no upgrade clears`),
    make('ul', { class: 'plain' }, ...items),
  );
}

function note(text: string): HTMLElement {
  return make('p', { class: 'note' }, text);
}
