import { DOCUMENT_FAULTS, stillClock, type TwinId } from '@almanac/twins';
import { sql } from 'kysely';
import type { ChannelName } from '../../../src/sources/source.ts';
import { beginRefresh } from '../../../src/store/refreshes.ts';
import { storedSourceNumber } from '../../../src/store/runs.ts';
import type { SingleSource } from '../faults/sources.ts';
import { type FaultStore, openFaultStore, versionsAfter } from '../faults/store.ts';
import type { RunSettings } from '../faults/upstream.ts';
import {
  compareInstants,
  compareWithTruth,
  compareWithUndisturbed,
  projectionsThatDiffer,
  type SoundReading,
} from './checks.ts';
import type { NotedRun } from './model.ts';
import { BEGINNING, CHANNELS_AT, type Chance, chanceOf, DAY, RECORDS, SLOTS, spellOf } from './plan.ts';
import { isSingle, keyOfSingle, openSimulated, type Simulated } from './sources.ts';

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

/** After a fault, each list of everything has been read once more by then. */
const HEALING_SLOTS = 7;
const HEALING_DAYS = 3;
const FAULT_CHANCE = 0.05;
const STEP_CHANCE = 0.03;
const RESTART_CHANCE = 0.04;
const TOLD_BROKEN = 30;
/** Single records that are asked for at each slot, of each source that has nothing else. */
const ASKED = 2;
/** How often the worlds are read by a second store too. */
const DAYS_BETWEEN_COMPARISONS = 10;

/** So many days of all sources with their faults, restarts and clocks that are set; the same for the same seed. */
export async function simulate(seed: number, days: number, server?: string): Promise<SimulationReport> {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openFaultStore(server));
  const undisturbed = stack.use(await openFaultStore(server));
  const clock = stillClock(BEGINNING + SLOTS[2] - DAY);
  const chance = chanceOf(seed);
  const ours = { ahead: 0, until: 0 };
  const now = () => new Date(clock.now() + ours.ahead);
  const simulated = await openSimulated(stack, { store, undisturbed }, { clock, now, days }, chance);
  const simulation = { store, clock, chance, ours, now, simulated, noted: { run: 0 } };
  const tally: Tally = { runs: {}, versions: 0, strictChecks: 0, broken: [] };

  await readSlot({ ...simulation, tally }, -1);
  for (let slot = 0; slot < days * SLOTS.length && tally.broken.length < TOLD_BROKEN; slot += 1) {
    moveTo(slot);
    setClocks({ ...simulation, tally }, slot);
    for (const one of simulated) changeFault(one, slot, chance);
    await readSlot({ ...simulation, tally }, slot);
  }

  ours.ahead = 0;
  for (let slot = days * SLOTS.length; slot < (days + HEALING_DAYS + 1) * SLOTS.length; slot += 1) {
    moveTo(slot);
    for (const one of simulated) {
      heal(one);
      one.faultUntil = -1;
      one.soundFrom = (days + HEALING_DAYS) * SLOTS.length;
    }
    await readSlot({ ...simulation, tally, healing: true }, slot);
  }
  const { compared: instants, wrong } = await compareInstants(store, simulated, chance);
  tally.broken.push(...wrong, ...(await projectionsThatDiffer(store, now)));
  const runs = Object.fromEntries(Object.entries(tally.runs).toSorted(([a], [b]) => a.localeCompare(b)));
  return { seed, days, instants, ...tally, runs };

  function moveTo(slot: number): void {
    const at = BEGINNING + Math.floor(slot / SLOTS.length) * DAY + (SLOTS[slot % SLOTS.length] ?? 0);
    clock.advance(at - clock.now());
  }
}

interface Tally {
  readonly runs: Record<string, number>;
  versions: number;
  strictChecks: number;
  readonly broken: string[];
}

interface Simulation {
  readonly store: FaultStore;
  readonly clock: { now(): number };
  readonly chance: Chance;
  /** How far our own clock is ahead, and until which slot. */
  readonly ours: { ahead: number; until: number };
  readonly now: () => Date;
  readonly simulated: readonly Simulated[];
  /** The newest run that was taken note of. */
  readonly noted: { run: number };
  readonly tally: Tally;
  /** Nothing goes wrong any more. */
  readonly healing?: boolean;
}

/** Our clock is a day behind or ahead for a while. */
function setClocks({ ours, chance, simulated }: Simulation, slot: number): void {
  if (ours.ahead !== 0 && slot >= ours.until) ours.ahead = 0;
  else if (ours.ahead === 0 && chance.next() < STEP_CHANCE) {
    ours.ahead = chance.pick([-DAY, DAY]);
    ours.until = slot + 1 + chance.below(5);
  } else return;
  for (const one of simulated) one.soundFrom = Math.max(one.soundFrom, slot + HEALING_SLOTS + SLOTS.length);
}

function changeFault(one: Simulated, slot: number, chance: Chance): void {
  if (slot < one.faultUntil) return;
  if (slot === one.faultUntil) heal(one);
  if (chance.next() >= FAULT_CHANCE) return;
  const { fault, slots } = spellOf(one.id, chance);
  if (fault === null) one.behindMs = DAY;
  else one.upstream.twin.faults.set(fault);
  one.fault = fault;
  one.faultUntil = slot + slots;
  one.soundFrom = Math.max(one.soundFrom, one.faultUntil + HEALING_SLOTS);
}

function heal(one: Simulated): void {
  one.upstream.twin.faults.clear();
  one.fault = null;
  one.behindMs = 0;
}

/** Everything is read that is due, and looked at. What chance has a say in is decided before, so that the order of answers decides nothing. */
async function readSlot(simulation: Simulation, slot: number): Promise<void> {
  const { store, clock, simulated, tally, healing = false } = simulation;
  const runs = new Map<TwinId, NotedRun>();
  const due = simulated.map((one) => ({
    one,
    readings: planReadings(simulation, one, slot),
    sound: [] as SoundReading[],
  }));
  const read = async ({ one, readings, sound }: (typeof due)[number]) => {
    for (const reading of readings) sound.push(...(await readPlanned(simulation, one, reading, slot)));
    runs.set(one.id, { at: clock.now(), now: simulation.now().getTime(), ...spoiltBy(one) });
  };
  await inParallel(
    due.filter(({ one }) => !letsTimePass(one)),
    read,
  );
  for (const each of due.filter(({ one }) => letsTimePass(one))) await read(each);
  const sound = due.flatMap((each) => each.sound);
  await note(simulation, runs);
  if (isEvening(slot)) {
    tally.strictChecks += sound.length;
    tally.broken.push(...(await compareWithTruth(store, sound, clock.now())).map((text) => `slot ${slot}: ${text}`));
  }
  if (slot >= 0 && !healing && Math.floor(slot / SLOTS.length) % DAYS_BETWEEN_COMPARISONS !== 0) return;
  for (const { one, channel } of sound) {
    if (one.undisturbed === null || channel === 'delta') continue;
    tally.strictChecks += 1;
    const wrong = await compareWithUndisturbed(store, one, dueAt(one.id, slot));
    tally.broken.push(...wrong.map((text) => `slot ${slot}: ${text}`));
  }
}

function dueAt(id: TwinId, slot: number): readonly ChannelName[] {
  if (isSingle(id)) return [];
  return slot < 0 ? ['bulk'] : (CHANNELS_AT[id][slot % SLOTS.length] ?? []);
}

function isEvening(slot: number): boolean {
  return slot % SLOTS.length === SLOTS.length - 1;
}

async function note(
  { store, clock, simulated, noted, tally }: Simulation,
  runs: ReadonlyMap<TwinId, NotedRun>,
): Promise<void> {
  const stored = await versionsAfter(store.db, noted.run);
  noted.run = stored.reduce((newest, { run }) => Math.max(newest, run), noted.run);
  tally.versions += stored.length;
  const bySource = Map.groupBy(stored, ({ source }) => source);
  for (const { id, model } of simulated) {
    const run = runs.get(id);
    const wrong = run === undefined ? [] : model.note(bySource.get(id) ?? [], run);
    tally.broken.push(...wrong.map((text) => `${new Date(clock.now()).toISOString()} ${text}`));
  }
}

function spoiltBy({ fault }: Simulated): Pick<NotedRun, 'falseWithdrawal' | 'spoilt'> {
  return {
    falseWithdrawal: fault?.kind === 'mass_withdrawal',
    spoilt: DOCUMENT_FAULTS.some((kind) => kind === fault?.kind),
  };
}

/** A channel or a single record that is due, and what happens to the process that reads it. */
interface PlannedReading {
  readonly target: SoundReading['channel'];
  readonly stops: boolean;
  readonly settings: RunSettings;
  /** A process was killed while it read the same. */
  readonly afterKill: boolean;
}

function planReadings({ clock, chance, healing = false }: Simulation, one: Simulated, slot: number): PlannedReading[] {
  const { id } = one;
  const plan = (target: SoundReading['channel'], mayStop: boolean): PlannedReading => {
    const stops = mayStop && chance.next() < RESTART_CHANCE;
    const afterKill = stops && chance.next() < 0.5;
    return { target, stops, afterKill, settings: stops ? { stopAfter: 1 + chance.below(4) } : {} };
  };
  if (!isSingle(id)) return dueAt(id, slot).map((channel) => plan(channel, !healing && slot >= 0));
  return Array.from({ length: ASKED }, () => plan({ key: pickKey(one, id, clock.now(), chance) }, !healing));
}

/** Returns the reading where nothing was in its way. */
async function readPlanned(
  { store, ours, tally }: Simulation,
  one: Simulated,
  { target, stops, settings, afterKill }: PlannedReading,
  slot: number,
): Promise<SoundReading[]> {
  const isSound = slot >= one.soundFrom && slot >= one.faultUntil && ours.ahead === 0;
  if (afterKill) await leaveUnfinished(store, one, target);
  const ended =
    typeof target === 'string'
      ? await one.upstream.run(target, settings)
      : { state: await one.upstream.refresh(target.key, settings) };
  count(tally, ended.state);
  // A person who is asked looks, and finds that it is so.
  if (ended.state === 'held' && typeof target === 'string' && isSound)
    count(tally, (await one.upstream.run(target, { acceptRemovals: true })).state);
  if (stops && typeof target === 'string') one.soundFrom = Math.max(one.soundFrom, slot + SLOTS.length);
  return isSound && !stops ? [{ one, channel: target, ended }] : [];
}

const TRIES = 20;

/** One of two has changed within a day: of these a copy that is not renewed has another revision. */
function pickKey({ truths }: Simulated, id: SingleSource, at: number, chance: Chance): string {
  const anyKey = () => keyOfSingle(id, chance.below(RECORDS.first + 10));
  const isNew = (key: string) => truths.truthOf(key, at)?.mark !== truths.truthOf(key, at - DAY)?.mark;
  const keys = Array.from({ length: chance.next() < 0.5 ? 1 : TRIES }, anyKey);
  return keys.find(isNew) ?? keys[0] ?? anyKey();
}

function count({ runs }: Tally, state: string): void {
  runs[state] = (runs[state] ?? 0) + 1;
}

/** As a process that was killed leaves it. */
async function leaveUnfinished({ db }: FaultStore, { id }: Simulated, target: SoundReading['channel']): Promise<void> {
  if (typeof target !== 'string') return void (await beginRefresh(db, id, target.key, new Date()));
  const source = await storedSourceNumber(db, id);
  await sql`insert into run (source, channel, started_at) values (${source}, ${target}, now())`.execute(db);
}

/** NVD's window of requests is waited for on the clock of all: it is read when the others have been. */
function letsTimePass({ id }: Simulated): boolean {
  return id === 'nvd';
}

/** As many jobs as a worker does at a time. */
const CONCURRENCY = 4;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}
