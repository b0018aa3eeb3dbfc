import { BREAKAGES, type Fault, type TwinId } from '@almanac/twins';
import type { ChannelName } from '../../src/sources/source.ts';
import type { Step } from './fault-story.ts';

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

export type SimulatedSource = Exclude<
  TwinId,
  'cve_services' | 'repology' | 'nixpkgs' | 'channels' | 'packages' | 'dependencies'
>;
export const SIMULATED: readonly SimulatedSource[] = [
  'cve_list_v5',
  'osv',
  'advisory',
  'nvd',
  'epss',
  'kev',
  'metasploit',
  'nuclei',
  'exploitdb',
];
const WHOLE_FILES: readonly SimulatedSource[] = ['kev', 'metasploit', 'nuclei', 'exploitdb'];

/** What the timetable asks for at each of the three slots of a day. */
export const CHANNELS_AT: Readonly<Record<SimulatedSource, readonly (readonly ChannelName[])[]>> = {
  cve_list_v5: [['delta', 'sweep'], ['delta'], ['delta']],
  osv: [['delta', 'sweep'], ['delta'], ['delta']],
  advisory: [['delta'], ['delta'], ['delta']],
  nvd: [[], ['delta'], ['delta']],
  epss: [[], ['delta'], ['delta']],
  kev: [['bulk'], ['bulk'], ['bulk']],
  metasploit: [['bulk'], ['bulk'], ['bulk']],
  nuclei: [['bulk'], ['bulk'], ['bulk']],
  exploitdb: [['bulk'], ['bulk'], ['bulk']],
};

/** One of fifty is not more than the gate lets pass. */
const RECORDS = 55;

/** What happens to the records of a source: they come, change, are taken back, are taken up again, go and come back. */
export function stepsOfSimulation(source: SimulatedSource, days: number, chance: Chance): Step[] {
  const steps: Step[] = [];
  for (let number = 0; number < RECORDS; number += 1) {
    steps.push({ number, at: BEGINNING - 10 * DAY + number * 60_000, mark: `${number}.0` });
  }
  const mayGo = source === 'osv' || WHOLE_FILES.includes(source);
  const withdrawn = new Set<number>();
  let gone: number | null = null;
  let records = RECORDS;
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
      } else if (fate < 0.12) {
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
  readonly fault: Fault;
  readonly slots: number;
}

const ELSEWHERE = 'http://127.0.0.1:9/';

export function spellOf(source: SimulatedSource, chance: Chance): Spell {
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
  if (chance.next() < 0.6) return { fault: chance.pick(onTheWay), slots };
  const inTheDocument: readonly Fault[] = [
    { kind: 'empty_feed' },
    { kind: 'schema_addition' },
    { kind: 'malformed_record', way: chance.pick(BREAKAGES) },
    ...DOCUMENT_FAULTS_OF[source],
  ];
  // What cannot be read is asked for again for a day.
  return { fault: chance.pick(inTheDocument), slots: Math.min(slots, 2) };
}

const HALF: Fault = { kind: 'half_feed' };
const AHEAD: Fault = { kind: 'future_dates', ms: 300 * DAY };
const WITHDRAWAL: Fault = { kind: 'mass_withdrawal', share: 0.8 };

/** A list of changes that lacks some of them cannot be told from one without: only where there is a list of everything too. */
const DOCUMENT_FAULTS_OF: Readonly<Record<SimulatedSource, readonly Fault[]>> = {
  cve_list_v5: [HALF, AHEAD],
  osv: [HALF],
  advisory: [],
  nvd: [HALF],
  epss: [HALF, AHEAD, WITHDRAWAL],
  kev: [HALF, AHEAD, WITHDRAWAL],
  metasploit: [HALF, WITHDRAWAL],
  nuclei: [HALF, WITHDRAWAL],
  exploitdb: [HALF, WITHDRAWAL],
};
