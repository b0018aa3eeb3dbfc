import { stillClock } from '@almanac/twins';
import { sql } from 'kysely';
import { CHANNELS, type ChannelName } from '../../src/sources/source.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { sourceNumber } from '../../src/store/runs.ts';
import { cveId, KEY_OF } from './fault-records.ts';
import { currentVersions, type FaultStore, openFaultStore, versionsAfter, versionsAt } from './fault-store.ts';
import { type Step, type Story, storyOf } from './fault-story.ts';
import { type Ended, openUpstream, type Upstream } from './fault-upstream.ts';
import { type Model, modelOf } from './simulation-model.ts';
import {
  BEGINNING,
  CHANNELS_AT,
  chanceOf,
  DAY,
  SIMULATED,
  type SimulatedSource,
  SLOTS,
  spellOf,
  stepsOfSimulation,
} from './simulation-plan.ts';
import { differences, stateOfStore } from './state-of-store.ts';

export interface SimulationReport {
  readonly seed: number;
  readonly days: number;
  readonly runs: Readonly<Record<string, number>>;
  readonly versions: number;
  readonly strictChecks: number;
  readonly instants: number;
  /** Every invariant that did not hold, in words; empty is what is wanted. */
  readonly broken: readonly string[];
}

interface Simulated {
  readonly id: SimulatedSource;
  readonly upstream: Upstream;
  readonly story: Story;
  readonly model: Model;
  /** The slot at which the fault that is on ends. */
  faultUntil: number;
  falseWithdrawal: boolean;
  /** The newest run whose versions the model has taken note of. */
  noted: number;
  /** From this slot on everything has to be as the upstream has it. */
  soundFrom: number;
}

/** After a fault, each list of everything has been read once more by then. */
const HEALING_SLOTS = 7;
const FAULT_CHANCE = 0.05;
const STEP_CHANCE = 0.03;
const RESTART_CHANCE = 0.04;
const TOLD_BROKEN = 30;

/** So many days of all sources with their faults, restarts and clocks that are set; the same for the same seed. */
export async function simulate(seed: number, days: number): Promise<SimulationReport> {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openFaultStore());
  const chance = chanceOf(seed);
  const clock = stillClock(BEGINNING + SLOTS[2] - DAY);
  const ours = { ahead: 0, until: 0 };
  const now = () => new Date(clock.now() + ours.ahead);
  const broken: string[] = [];
  const runs: Record<string, number> = {};
  let strictChecks = 0;
  let versions = 0;

  const simulated: Simulated[] = [];
  for (const id of SIMULATED) {
    const steps = stepsOfSimulation(id, days, chance);
    const story = storyOf(id, steps, BEGINNING + (days + 5) * DAY);
    const upstream = stack.use(await openUpstream(store, id, story.feed, { clock, now }));
    const model = modelOf(id, story, marksOf(id, steps));
    simulated.push({ id, upstream, story, model, faultUntil: -1, falseWithdrawal: false, noted: 0, soundFrom: 0 });
  }
  for (const one of simulated) await read(one, 'bulk', -1);

  for (let slot = 0; slot < days * SLOTS.length && broken.length < TOLD_BROKEN; slot += 1) {
    moveTo(slot);
    stepClocks(slot);
    for (const one of simulated) {
      changeFault(one, slot);
      for (const channel of CHANNELS_AT[one.id][slot % SLOTS.length] ?? []) await read(one, channel, slot);
    }
  }

  ours.ahead = 0;
  for (const one of simulated) one.upstream.twin.faults.clear();
  for (let slot = days * SLOTS.length; slot < (days + 3) * SLOTS.length; slot += 1) {
    moveTo(slot);
    for (const one of simulated) {
      one.falseWithdrawal = false;
      one.soundFrom = slot > (days + 2) * SLOTS.length ? slot : slot + 1;
      for (const channel of CHANNELS_AT[one.id][slot % SLOTS.length] ?? []) await read(one, channel, slot, false);
    }
  }
  const instants = await compareInstants();
  broken.push(...(await projectionsThatDiffer(store, now)));
  return { seed, days, runs, versions, strictChecks, instants, broken };

  function moveTo(slot: number): void {
    const at = BEGINNING + Math.floor(slot / SLOTS.length) * DAY + (SLOTS[slot % SLOTS.length] ?? 0);
    clock.advance(at - clock.now());
  }

  /** Our clock is a day behind or ahead for a while. */
  function stepClocks(slot: number): void {
    if (ours.ahead !== 0 && slot >= ours.until) ours.ahead = 0;
    else if (ours.ahead === 0 && chance.next() < STEP_CHANCE) {
      ours.ahead = chance.pick([-DAY, DAY]);
      ours.until = slot + 1 + chance.below(5);
    } else return;
    for (const one of simulated) one.soundFrom = Math.max(one.soundFrom, slot + HEALING_SLOTS + SLOTS.length);
  }

  function changeFault(one: Simulated, slot: number): void {
    if (slot < one.faultUntil) return;
    if (slot === one.faultUntil) {
      one.upstream.twin.faults.clear();
      one.falseWithdrawal = false;
    }
    if (chance.next() >= FAULT_CHANCE) return;
    const { fault, slots } = spellOf(one.id, chance);
    one.upstream.twin.faults.set(fault);
    one.falseWithdrawal = fault.kind === 'mass_withdrawal';
    one.faultUntil = slot + slots;
    one.soundFrom = Math.max(one.soundFrom, one.faultUntil + HEALING_SLOTS);
  }

  async function read(one: Simulated, channel: ChannelName, slot: number, mayStop = true): Promise<void> {
    const stops = mayStop && slot >= 0 && chance.next() < RESTART_CHANCE;
    if (stops && chance.next() < 0.5) await leaveUnfinished(store, one.id, channel);
    const ended = await one.upstream.run(channel, stops ? { stopAfter: 1 + chance.below(4) } : {});
    await note(one, ended);
    const sound = slot >= one.soundFrom && ours.ahead === 0;
    // A person who is asked looks, and finds that it is so.
    if (ended.state === 'held' && sound && slot >= one.faultUntil) {
      await note(one, await one.upstream.run(channel, { acceptRemovals: true }));
    }
    if (stops) one.soundFrom = Math.max(one.soundFrom, slot + SLOTS.length);
    else if (sound && slot >= one.faultUntil && slot % SLOTS.length === 2)
      await compareWithTruth(one, channel, ended, slot);
  }

  async function note(one: Simulated, ended: Ended): Promise<void> {
    runs[ended.state] = (runs[ended.state] ?? 0) + 1;
    const stored = await versionsAfter(store.db, one.id, one.noted);
    one.noted = stored.reduce((newest, { run }) => Math.max(newest, run), one.noted);
    versions += stored.length;
    const run = { at: clock.now(), now: now().getTime(), falseWithdrawal: one.falseWithdrawal };
    broken.push(...one.model.note(stored, run).map((text) => `${new Date(clock.now()).toISOString()} ${text}`));
  }

  async function compareWithTruth(one: Simulated, channel: ChannelName, ended: Ended, slot: number): Promise<void> {
    if (ended.state === 'failed') {
      broken.push(`slot ${slot}: ${one.id} ${channel} fails without a fault: ${'reason' in ended ? ended.reason : ''}`);
      return;
    }
    // A baseline is of midnight: what came since only the deltas have.
    strictChecks += 1;
    const truth = one.story.truthAt(clock.now());
    const current = await currentVersions(store.db, one.id);
    const tellsRemovals = channel !== 'delta' || one.id === 'epss';
    for (const [key, { mark, withdrawn }] of truth) {
      const found = current.get(key);
      if (found?.raw == null) broken.push(`slot ${slot}: ${one.id} ${channel}: ${key} is lost`);
      else if (one.id !== 'epss' && (found.mark !== mark || found.withdrawn !== withdrawn)) {
        const is = `${found.mark}${found.withdrawn ? ', taken back' : ''}`;
        broken.push(
          `slot ${slot}: ${one.id} ${channel}: ${key} is ${is}, not ${mark}${withdrawn ? ', taken back' : ''}`,
        );
      }
    }
    if (!tellsRemovals) return;
    for (const [key, { raw }] of current) {
      if (raw !== null && !truth.has(key))
        broken.push(`slot ${slot}: ${one.id} ${channel}: ${key} is gone and still there`);
    }
  }

  /** At moments of change and between them: what the store says was known, against what the model noted. */
  async function compareInstants(): Promise<number> {
    let compared = 0;
    for (const { id, model } of simulated) {
      const changes = model.instants();
      for (let count = 0; count < 12; count += 1) {
        const instant = chance.pick(changes) + chance.pick([-1, 0, 1, 3_600_000]);
        const expected = model.knownAt(instant);
        const found = new Map(
          [...(await versionsAt(store.db, id, new Date(instant)))].map(([key, { mark }]) => [key, mark]),
        );
        compared += 1;
        const differing = [...new Set([...expected.keys(), ...found.keys()])].filter(
          (key) => expected.get(key) !== found.get(key),
        );
        for (const key of differing) broken.push(`${id} ${key} at ${new Date(instant).toISOString()} is another`);
      }
    }
    return compared;
  }
}

/** The revisions of each record in their order. */
function marksOf(id: SimulatedSource, steps: readonly Step[]): Map<string, string[]> {
  const marks = new Map<string, string[]>();
  const keyOf = id === 'kev' || id === 'epss' ? cveId : KEY_OF[id];
  for (const { number, mark } of steps.toSorted((a, b) => a.at - b.at)) {
    const key = keyOf(number);
    marks.set(key, [...(marks.get(key) ?? []), mark]);
  }
  return marks;
}

/** As a process that was killed leaves it. */
async function leaveUnfinished({ db }: FaultStore, id: SimulatedSource, channel: ChannelName): Promise<void> {
  if (!CHANNELS.includes(channel)) return;
  const source = await sourceNumber(db, id);
  await sql`insert into run (source, channel, started_at) values (${source}, ${channel}, now())`.execute(db);
}

async function projectionsThatDiffer({ db, url }: FaultStore, now: () => Date): Promise<readonly string[]> {
  const before = await stateOfStore(db, url);
  for (const projection of PROJECTIONS) await rebuild({ db, now }, projection);
  return differences(await stateOfStore(db, url), before);
}
