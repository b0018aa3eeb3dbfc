import type { TwinId } from '@almanac/twins';
import type { ChannelName } from '../../../src/sources/source.ts';
import { PROJECTIONS } from '../../../src/store/projections/index.ts';
import { rebuild } from '../../../src/store/projections/rebuild.ts';
import { type FaultStore, type Head, heads, versionsAt } from '../faults/store.ts';
import type { Truth } from '../faults/story.ts';
import { differences, stateOfStore } from '../worlds/state-of-store.ts';
import type { Chance } from './plan.ts';
import type { Simulated } from './sources.ts';

/** One reading that met neither a fault nor what a fault left behind. */
export interface SoundReading {
  readonly one: Simulated;
  /** A channel, or the key of a single record. */
  readonly channel: ChannelName | { readonly key: string };
  readonly ended: { readonly state: string; readonly reason?: string };
}

type Heads = ReadonlyMap<string, Head>;

/** What is not as the upstreams have it, after readings that had nothing in their way. */
export async function compareWithTruth(
  { db }: FaultStore,
  readings: readonly SoundReading[],
  at: number,
): Promise<string[]> {
  const newest = bySource(await heads(db));
  return readings.flatMap((reading) => {
    const { one, channel, ended } = reading;
    const current = newest.get(one.id) ?? new Map();
    const name = `${one.id} ${typeof channel === 'string' ? channel : channel.key}`;
    if (ended.state === 'failed' || ended.state === 'unreachable')
      return [`${name} fails without a fault: ${ended.reason ?? ''}`];
    const wrong =
      typeof channel === 'string' ? wrongOf(one, channel, current, at) : wrongRecord(one, channel.key, current, at);
    return [...notNoted(one, current), ...wrong].map((what) => `${name}: ${what}`);
  });
}

function bySource(all: readonly Head[]): Map<TwinId, Heads> {
  const sources = Map.groupBy(all, ({ source }) => source);
  return new Map([...sources].map(([source, of]) => [source, new Map(of.map((head) => [head.key, head]))]));
}

/** Every record is as the last version that was seen to be written: none has come, gone or changed behind it. */
function notNoted({ model }: Simulated, current: Heads): string[] {
  return [...current.values()].flatMap(({ key, seq, content }) => {
    const noted = model.of(key);
    if (seq !== noted.length) return [`${key} has version ${seq}, and ${noted.length} were written`];
    const isRemoved = content === null;
    return isRemoved === (noted.at(-1)?.mark === null) ? [] : [`${key} is ${isRemoved ? '' : 'not '}removed by nobody`];
  });
}

function wrongOf(one: Simulated, channel: ChannelName, current: Heads, at: number): string[] {
  const truth = one.truths.truthAt(at);
  const wrong = [...truth].flatMap(([key, its]) => wrongAbout(one, key, its, current.get(key)));
  // Lists of changes do not tell what is gone.
  if (channel === 'delta' && one.id !== 'epss') return wrong;
  const surplus = [...current.values()].filter(({ key, content }) => content !== null && !truth.has(key));
  return wrong.concat(surplus.map(({ key }) => `${key} is gone and still there`));
}

/** That a single record is not there any more removes nothing. */
function wrongRecord(one: Simulated, key: string, current: Heads, at: number): string[] {
  const truth = one.truths.truthOf(key, at);
  return truth === null ? [] : wrongAbout(one, key, truth, current.get(key));
}

function wrongAbout({ id, model }: Simulated, key: string, truth: Truth, head: Head | undefined): string[] {
  const noted = model.of(key).at(-1);
  if (noted === undefined || head?.content == null) return [`${key} is lost`];
  if (id === 'epss' || (noted.mark === truth.mark && head.withdrawn === truth.withdrawn)) return [];
  return [`${key} is ${wordsOf(noted.mark, head.withdrawn)}, not ${wordsOf(truth.mark, truth.withdrawn)}`];
}

function wordsOf(mark: string | null, withdrawn: boolean): string {
  return `${mark}${withdrawn ? ', taken back' : ''}`;
}

/** A link shows its pull request as it was when it was found, a comparison the branch as it was when it was asked for. */
const SEEN_ONCE = /^(?:link|reach)\//;

/** How a second store, which sees no fault, differs after the same reading. Only now and then: it reads all that came since. */
export async function compareWithUndisturbed(
  { db }: FaultStore,
  { id, model, undisturbed }: Simulated,
  channels: readonly ChannelName[],
): Promise<string[]> {
  if (undisturbed === null) return [];
  for (const channel of channels) {
    const ended = await undisturbed.upstream.run(channel);
    if (ended.state !== 'ok') return [`${id} ${channel} is ${JSON.stringify(ended)} in a store without faults`];
  }
  const found = bySource(await heads(db)).get(id) ?? new Map();
  const expected = bySource(await heads(undisturbed.store.db)).get(id) ?? new Map();
  const wrong = [...expected.values()].flatMap(({ key, content, withdrawn }: Head) => {
    if (content === null || withdrawn || SEEN_ONCE.test(key)) return [];
    const head = found.get(key);
    if (head?.content == null || head.withdrawn) return [`${key} is lost`];
    // What a fault of the document added stays until the record changes again.
    return head.content === content || model.of(key).at(-1)?.content === null ? [] : [`${key} has another content`];
  });
  return wrong.map((what) => `${id}: ${what}, by a store without faults`);
}

const INSTANTS = 12;

/** At moments of change and between them: what the store says was known, against what the models noted. */
export async function compareInstants(
  { db }: FaultStore,
  simulated: readonly Simulated[],
  chance: Chance,
): Promise<{ readonly compared: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  for (const { id, model } of simulated) {
    const changes = model.instants();
    for (let count = 0; count < INSTANTS; count += 1) {
      const instant = chance.pick(changes) + chance.pick([-1, 0, 1, 3_600_000]);
      const expected = model.knownAt(instant);
      const versions = await versionsAt(db, id, new Date(instant));
      const found = new Map([...versions].map(([key, { mark }]) => [key, mark]));
      const differing = [...new Set([...expected.keys(), ...found.keys()])].filter(
        (key) => expected.get(key) !== found.get(key),
      );
      wrong.push(...differing.map((key) => `${id} ${key} at ${new Date(instant).toISOString()} is another`));
    }
  }
  return { compared: simulated.length * INSTANTS, wrong };
}

/** What is computed is what is computed once more from all that is stored. */
export async function projectionsThatDiffer({ db, url }: FaultStore, now: () => Date): Promise<readonly string[]> {
  const before = await stateOfStore(db, url);
  for (const projection of PROJECTIONS) await rebuild({ db, now }, projection);
  return differences(await stateOfStore(db, url), before);
}
