import { type Clock, type Fault, madeUpCveId, TWINS, type TwinId } from '@almanac/twins';
import { SINGLE_SOURCES, type SingleSource, WORLD_SOURCES, type WorldSource } from '../faults/sources.ts';
import type { FaultStore } from '../faults/store.ts';
import { type Step, storyOf, type Truths, truthsOf, type WorldStory } from '../faults/story.ts';
import { openTwin, type Upstream } from '../faults/upstream.ts';
import { type Model, modelOf } from './model.ts';
import { BEGINNING, type Chance, DAY, SIMULATED, stepsOfSimulation } from './plan.ts';
import { attributeOf, repologyTwin, worldStory } from './worlds.ts';

export interface Simulated {
  readonly id: TwinId;
  readonly upstream: Upstream;
  readonly truths: Truths;
  readonly model: Model;
  /** The same world as a second store reads it, which sees no fault. */
  readonly undisturbed: Undisturbed | null;
  fault: Fault | null;
  /** The slot at which the fault that is on ends. */
  faultUntil: number;
  /** How old its answers are. */
  behindMs: number;
  /** From this slot on everything has to be as the upstream has it. */
  soundFrom: number;
}

export interface Undisturbed {
  readonly store: FaultStore;
  readonly upstream: Upstream;
}

export interface SimulatedStores {
  readonly store: FaultStore;
  readonly undisturbed: FaultStore;
}

export interface SimulatedTimes {
  readonly clock: Clock;
  /** By our own clock. */
  readonly now: () => Date;
  readonly days: number;
}

/** All of them, each with its twin on the one clock. */
export async function openSimulated(
  stack: AsyncDisposableStack,
  stores: SimulatedStores,
  times: SimulatedTimes,
  chance: Chance,
): Promise<Simulated[]> {
  const simulated: Simulated[] = [];
  for (const id of SIMULATED) {
    const steps = stepsOfSimulation(id, times.days, chance);
    const one = isWorld(id)
      ? await openWorld(stack, stores, times, id, worldStory(id, steps, times.days, chance))
      : await openTold(stack, stores.store, times, id, steps);
    simulated.push(one);
  }
  return simulated;
}

/** Sources that are read record by record. */
export function isSingle(id: TwinId): id is SingleSource {
  return (SINGLE_SOURCES as readonly TwinId[]).includes(id);
}

export function keyOfSingle(id: SingleSource, number: number): string {
  return id === 'repology' ? attributeOf(number) : madeUpCveId(number);
}

function isWorld(id: TwinId): id is WorldSource {
  return (WORLD_SOURCES as readonly TwinId[]).includes(id);
}

const UNTOUCHED = { fault: null, faultUntil: -1, behindMs: 0, soundFrom: -1 };

async function openTold(
  stack: AsyncDisposableStack,
  store: FaultStore,
  { clock, now, days }: SimulatedTimes,
  id: Exclude<TwinId, WorldSource>,
  steps: readonly Step[],
): Promise<Simulated> {
  const { definition, truths } = id === 'repology' ? projectsOf(steps) : recordsOf(id, steps, days);
  const late: Clock = { ...clock, now: () => clock.now() - one.behindMs };
  const upstream = stack.use(await openTwin(store, id, definition, { clock: late, now }));
  const one: Simulated = { ...UNTOUCHED, id, upstream, truths, model: modelOf(id, truths), undisturbed: null };
  return one;
}

function recordsOf(id: Exclude<TwinId, WorldSource | 'repology'>, steps: readonly Step[], days: number) {
  const truths = storyOf(id, steps, BEGINNING + (days + 5) * DAY);
  return { definition: TWINS[id].define(truths.feed), truths };
}

function projectsOf(steps: readonly Step[]) {
  const histories = Map.groupBy(steps, ({ number }) => attributeOf(number));
  return { definition: repologyTwin(steps), truths: truthsOf(histories, false) };
}

async function openWorld(
  stack: AsyncDisposableStack,
  { store, undisturbed: second }: SimulatedStores,
  { clock, now }: SimulatedTimes,
  id: WorldSource,
  story: WorldStory,
): Promise<Simulated> {
  const upstream = stack.use(await openTwin(store, id, story.define(), { clock, now }));
  const undisturbed = { store: second, upstream: stack.use(await openTwin(second, id, story.define(), { clock })) };
  return { ...UNTOUCHED, id, upstream, truths: story, model: modelOf(id, story), undisturbed };
}
