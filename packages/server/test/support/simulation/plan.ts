import { BREAKAGES, type Fault, type TwinId } from '@almanac/twins';
import type { ChannelName } from '../../../src/sources/source.ts';
import { fromListFiles, WHOLE_FILES } from '../faults/list-files.ts';
import { SINGLE_SOURCES, type SingleSource } from '../faults/sources.ts';
import type { Step } from '../faults/story.ts';

/** The same numbers for the same seed (mulberry32). */
export interface Chance {
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(list) {
      const [found] = list.slice(below(list.length));
      if (found === undefined) throw new RangeError('nothing to pick from');
      return found;
    },
  };
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Midnight of the first day. */
export const BEGINNING = Date.parse('2026-03-01T00:00:00Z');

/** When sources are read on a day: well after the hours at which something happens to records. */
export const SLOTS = [6.4 * HOUR, 14.4 * HOUR, 22.4 * HOUR] as const;
const HAPPENINGS = [1, 5, 9, 12, 17, 21];

/** What the timetable asks for at each of the three slots of a day: what it reads once a day, in the evening alone. */
export const CHANNELS_AT: Readonly<Record<Exclude<TwinId, SingleSource>, readonly (readonly ChannelName[])[]>> = {
  cve_list_v5: [['delta', 'sweep'], ['delta'], ['delta']],
  osv: [['delta', 'sweep'], ['delta'], ['delta']],
  advisory: [['delta'], ['delta'], ['delta']],
  nvd: [[], ['delta'], ['delta']],
  epss: [[], ['delta'], ['delta']],
  kev: [['bulk'], [], ['bulk']],
  ...fromListFiles((): readonly (readonly ChannelName[])[] => [[], [], ['bulk']]),
  nixpkgs: [['delta', 'sweep'], ['delta'], ['delta']],
  channels: [['bulk'], [], ['bulk']],
  packages: [[], ['bulk'], ['bulk']],
  dependencies: [[], ['bulk'], ['bulk']],
};

/** Every source that is simulated. */
export const SIMULATED = [...Object.keys(CHANNELS_AT), ...SINGLE_SOURCES] as readonly TwinId[];

/** One of fifty is not more than the gate lets pass, and more than a page of any listing has would show nothing else. */
export const RECORDS = { first: 55, most: 130 };
/** The tracker is asked for each issue by itself. Most of these are more than may be taken back at once. */
export const ISSUES = { first: 35, most: 45 };
const MAY_GO: readonly TwinId[] = [...WHOLE_FILES, 'osv', 'nixpkgs', 'packages', 'dependencies', 'repology'];

/** What happens to the records of a source: they come, change, are taken back, are taken up again, go and come back. */
export function stepsOfSimulation(source: TwinId, days: number, chance: Chance): Step[] {
  const steps: Step[] = [];
  const { first, most } = source === 'nixpkgs' ? ISSUES : RECORDS;
  for (let number = 0; number < first; number += 1) {
    steps.push({ number, at: BEGINNING - 10 * DAY + number * 60_000, mark: `${number}.0` });
  }
  const mayGo = MAY_GO.includes(source);
  const withdrawn = new Set<number>();
  let gone: number | null = null;
  let records = first;
  for (let day = 0; day < days; day += 1) {
    const touched = new Set<number>();
    for (const hour of HAPPENINGS) {
      if (chance.next() < 0.5) continue;
      const number = chance.below(records);
      if (touched.has(number)) continue;
      touched.add(number);
      const step = { number, at: BEGINNING + day * DAY + hour * HOUR, mark: `${number}.${day}.${hour}` };
      const fate = chance.next();
      if (number === gone) {
        gone = null;
        steps.push(step);
      } else if (fate < 0.12 && records < most) {
        steps.push({ ...step, number: records, mark: `${records}.${day}.${hour}` });
        records += 1;
      } else if (fate < 0.22 && mayGo && gone === null && !withdrawn.has(number)) {
        gone = number;
        steps.push({ ...step, gone: true });
      } else {
        if (fate > 0.9) withdrawn.add(number);
        else if (fate > 0.6) withdrawn.delete(number);
        steps.push({ ...step, withdrawn: withdrawn.has(number) });
      }
    }
  }
  return steps;
}

/** A fault and for how many slots it lasts. */
export interface Spell {
  /** Null: every answer is right, and of the day before, as by a copy that is not renewed. */
  readonly fault: Fault | null;
  readonly slots: number;
}

const ELSEWHERE = 'http://127.0.0.1:9/';

export function spellOf(source: TwinId, chance: Chance): Spell {
  const slots = 1 + chance.below(6);
  const after = chance.pick([0, 0, 1, 2]);
  const onTheWay: readonly Fault[] = [
    { kind: 'status', status: chance.pick([403, 429, 500, 503]), after },
    { kind: 'reset', after },
    { kind: 'truncation', after },
    { kind: 'truncation', announce: 'half', after },
    { kind: 'html', after },
    { kind: 'garbage', after },
    { kind: 'redirect', to: ELSEWHERE, after },
    { kind: 'clock_skew', ms: chance.pick([-DAY, DAY]) },
  ];
  if (source === 'cve_services' && chance.next() < 0.3) return { fault: null, slots };
  if (chance.next() < 0.6) return { fault: chance.pick(onTheWay), slots };
  const inTheDocument: readonly Fault[] = [
    { kind: 'schema_addition' },
    { kind: 'malformed_record', way: chance.pick(BREAKAGES) },
    ...DOCUMENT_FAULTS_OF[source],
  ];
  // What cannot be read is asked for again for a day.
  return { fault: chance.pick(inTheDocument), slots: Math.min(slots, 2) };
}

const EMPTY: Fault = { kind: 'empty_feed' };
const HALF: Fault = { kind: 'half_feed' };
const AHEAD: Fault = { kind: 'future_dates', ms: 300 * DAY };
const WITHDRAWAL: Fault = { kind: 'mass_withdrawal', share: 0.8 };

/**
 * A list of changes that lacks some of them cannot be told from one without: only where there is a list of everything too. Nor can
 * a single record that is taken back by mistake be told from one that is.
 */
const DOCUMENT_FAULTS_OF: Readonly<Record<TwinId, readonly Fault[]>> = {
  cve_list_v5: [EMPTY, HALF, AHEAD],
  osv: [EMPTY, HALF],
  advisory: [EMPTY],
  nvd: [EMPTY, HALF],
  epss: [EMPTY, HALF, AHEAD, WITHDRAWAL],
  kev: [EMPTY, HALF, AHEAD, WITHDRAWAL],
  ...fromListFiles(() => [EMPTY, HALF, WITHDRAWAL]),
  nixpkgs: [EMPTY, WITHDRAWAL],
  // Of five channels one may go without anybody being asked: more of them go here.
  channels: [EMPTY, HALF, AHEAD, { kind: 'mass_withdrawal', share: 0.9 }],
  packages: [EMPTY, HALF, WITHDRAWAL],
  dependencies: [EMPTY, HALF, WITHDRAWAL],
  cve_services: [AHEAD],
  repology: [EMPTY, HALF],
};
