import { fromRecords, type GivenRecord, type RecordFeed, type TwinId } from '@almanac/twins';
import { cveId, epssFile, KEY_OF, kevCatalogue, kevEntry, NAME_OF, RECORD_OF, type Telling } from './fault-records.ts';

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

/** All that one upstream will ever say. */
export interface Story {
  readonly feed: RecordFeed;
  /** What it says at that instant, by key. */
  truthAt(instant: number): ReadonlyMap<string, Truth>;
}

const LISTS: readonly TwinId[] = ['kev', 'metasploit', 'nuclei', 'exploitdb'];
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The records of a source as the steps tell. EPSS has the file of each day up to `until`, at one o'clock in the afternoon. */
export function storyOf(
  source: Exclude<TwinId, 'repology' | 'nixpkgs' | 'channels' | 'packages' | 'dependencies'>,
  steps: readonly Step[],
  until: number,
): Story {
  const ordered = steps.toSorted((a, b) => a.at - b.at);
  if (source === 'epss') return epssStory(ordered, until);
  const keyOf = source === 'kev' ? cveId : KEY_OF[source];
  const given = source === 'kev' ? catalogues(ordered) : recordsOf(source, ordered);
  return {
    feed: fromRecords(given),
    truthAt: (instant) =>
      new Map(standing(ordered, instant).map((step) => [keyOf(step.number), truthOf(source, step)])),
  };
}

function recordsOf(
  source: Exclude<TwinId, 'epss' | 'kev' | 'repology' | 'nixpkgs' | 'channels' | 'packages' | 'dependencies'>,
  steps: readonly Step[],
): GivenRecord[] {
  return steps.map((step) => {
    const record = step.gone === true ? null : RECORD_OF[source](tellingOf(step));
    const key = KEY_OF[source](step.number);
    return { id: NAME_OF[source]?.(key) ?? key, at: step.at, record };
  });
}

function catalogues(steps: readonly Step[]): GivenRecord[] {
  const instants = [...new Set(steps.map(({ at }) => at))];
  return instants.map((at) => {
    const entries = standing(steps, at).map((step) => kevEntry(tellingOf(step)));
    return { id: 'catalogue', at, record: kevCatalogue(entries, at) };
  });
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
  return {
    feed: fromRecords(given),
    truthAt: (instant) =>
      new Map(given.filter(({ at }) => at <= instant).map(({ id }) => [id, { mark: '', withdrawn: false }])),
  };
}

/** The last step of each record that has not gone, in the order of their numbers. */
function standing(steps: readonly Step[], instant: number): Step[] {
  const last = new Map<number, Step>();
  for (const step of steps) if (step.at <= instant) last.set(step.number, step);
  return [...last.values()].filter(({ gone }) => gone !== true).sort((a, b) => a.number - b.number);
}

function tellingOf({ number, at, mark, withdrawn = false }: Step): Telling {
  return { number, mark, changed: at, withdrawn };
}

/** An entry of KEV, or of a list of exploits, has no mark of that kind. */
function truthOf(source: TwinId, { mark, withdrawn = false }: Step): Truth {
  return { mark, withdrawn: withdrawn && !LISTS.includes(source) };
}
