import {
  fromRecords,
  type GivenRecord,
  madeUpCveId,
  type RecordFeed,
  type Telling,
  type TwinDefinition,
} from '@almanac/twins';
import { WHOLE_FILES } from './list-files.ts';
import { epssFile, KEY_OF, kevCatalogue, kevEntry, NAME_OF, RECORD_OF, type RecordSource } from './records.ts';
import type { FedTwin } from './sources.ts';

/** What happens to one record of an upstream at one instant. */
export interface Step {
  readonly number: number;
  readonly at: number;
  readonly mark: string;
  readonly withdrawn?: boolean;
  /** The upstream no longer has it. */
  readonly gone?: boolean;
}

export interface Truth {
  readonly mark: string;
  readonly withdrawn: boolean;
}

/** What an upstream says, by key and instant. */
export interface Truths {
  /** Null where it has no such record then. */
  truthOf(key: string, instant: number): Truth | null;
  truthAt(instant: number): ReadonlyMap<string, Truth>;
  /** The revisions of one record in their order. */
  marksOf(key: string): readonly string[];
}

/** All that one upstream will ever say. */
export interface Story extends Truths {
  readonly feed: RecordFeed;
}

/** All that a twin with a world of its own will ever say; two twins of one world say the same. */
export interface WorldStory extends Truths {
  readonly define: () => TwinDefinition;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The records of a source as the steps tell. EPSS has the file of each day up to `until`, at one o'clock in the afternoon. */
export function storyOf(source: FedTwin, steps: readonly Step[], until: number): Story {
  const ordered = inOrder(steps);
  if (source === 'epss') return epssStory(ordered, until);
  const given = source === 'kev' ? catalogues(ordered) : recordsOf(source, ordered);
  const keyOf = source === 'kev' ? madeUpCveId : KEY_OF[source];
  return {
    feed: fromRecords(given),
    ...truthsOf(
      Map.groupBy(ordered, ({ number }) => keyOf(number)),
      !WHOLE_FILES.includes(source),
    ),
  };
}

/** What the steps of each record say, which are in order. */
export function truthsOf(histories: ReadonlyMap<string, readonly Step[]>, mayBeWithdrawn: boolean): Truths {
  function truthOf(key: string, instant: number): Truth | null {
    const step = histories.get(key)?.findLast(({ at }) => at <= instant);
    if (step === undefined || step.gone === true) return null;
    return { mark: step.mark, withdrawn: mayBeWithdrawn && step.withdrawn === true };
  }

  return {
    truthOf,
    truthAt: (instant) => truthAtOf(histories.keys(), (key) => truthOf(key, instant)),
    marksOf: (key) => histories.get(key)?.map(({ mark }) => mark) ?? [],
  };
}

/** What there is of these keys. */
export function truthAtOf(keys: Iterable<string>, truthOf: (key: string) => Truth | null): Map<string, Truth> {
  const truth = new Map<string, Truth>();
  for (const key of keys) {
    const found = truthOf(key);
    if (found !== null) truth.set(key, found);
  }
  return truth;
}

function recordsOf(source: RecordSource, steps: readonly Step[]): GivenRecord[] {
  return steps.map((step) => {
    const record = step.gone === true ? null : RECORD_OF[source](tellingOf(step));
    const key = KEY_OF[source](step.number);
    return { id: NAME_OF[source]?.(key) ?? key, at: step.at, record };
  });
}

function catalogues(steps: readonly Step[]): GivenRecord[] {
  const instants = [...new Set(steps.map(({ at }) => at))];
  // Written when it is asked for: of a thousand days there are thousands.
  return instants.map((at) => ({
    id: 'catalogue',
    at,
    record: () =>
      kevCatalogue(
        standing(steps, at).map((step) => kevEntry(tellingOf(step))),
        at,
      ),
  }));
}

function epssStory(steps: readonly Step[], until: number): Story {
  const first = Math.ceil((steps[0]?.at ?? 0) / DAY) * DAY;
  const given: (GivenRecord & { readonly at: number })[] = [];
  for (let midnight = first; midnight <= until; midnight += DAY) {
    const day = new Date(midnight).toISOString().slice(0, 10);
    given.push({
      id: day,
      at: midnight + 13 * HOUR,
      record: epssFile(day, standing(steps, midnight).map(tellingOf)),
    });
  }
  const published = new Map(given.map(({ id, at }) => [id, at]));
  const truthOf = (key: string, instant: number) =>
    (published.get(key) ?? Number.POSITIVE_INFINITY) <= instant ? { mark: '', withdrawn: false } : null;
  return {
    feed: fromRecords(given),
    truthOf,
    truthAt: (instant) => truthAtOf(published.keys(), (key) => truthOf(key, instant)),
    marksOf: () => [''],
  };
}

/** The last step of each record that has not gone, in the order of their numbers. */
export function standing(steps: readonly Step[], instant: number): Step[] {
  const last = new Map<number, Step>();
  for (const step of steps) if (step.at <= instant) last.set(step.number, step);
  return [...last.values()].filter(({ gone }) => gone !== true).sort((a, b) => a.number - b.number);
}

function tellingOf({ number, at, mark, withdrawn = false }: Step): Telling {
  return { number, mark, changed: at, withdrawn };
}

function inOrder(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) => a.at - b.at);
}
