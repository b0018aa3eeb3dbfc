import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { stillClock } from '../frame/clock.ts';
import { BREAKAGES } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { dependencies, EVALUATION_PATH } from './dependencies.ts';
import { generatedEvaluation } from './evaluation.ts';

const DAY = 86_400_000;
const start = () => startTwin(dependencies(), { clock: stillClock('2026-09-15T09:30:00Z') });

interface Job {
  readonly attr: string;
  readonly drvPath?: string;
  readonly error?: string;
  readonly inputDrvs?: Readonly<Record<string, readonly string[]>>;
}

const text = async (twin: Twin) => (await fetch(twin.url + EVALUATION_PATH)).text();
const jobsOf = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Job);
const jobs = async (twin: Twin) => jobsOf(await text(twin));

describe('an evaluation', () => {
  it('names inputs by derivation, and has lines for what cannot be evaluated', async () => {
    await using twin = await start();

    const all = await jobs(twin);

    const drv = all.find(({ attr }) => attr === 'libbuoy.x86_64-linux')?.drvPath ?? '';
    expect(drv).toMatch(/^\/nix\/store\/[0-9a-z]{32}-libbuoy-5\.6\.2\.drv$/);
    expect(Object.keys(all.find(({ attr }) => attr === 'foldfs.x86_64-linux')?.inputDrvs ?? {})).toContain(drv);
    expect(all.find(({ attr }) => attr === 'halfmoon.x86_64-linux')).toMatchObject({ error: expect.any(String) });
    expect(new Set(all.map(({ drvPath }) => drvPath)).size).toBeLessThan(all.length);
  });

  it('has other derivations and another order when the channel has moved, and a tag of its own', async () => {
    await using twin = await start();
    const [before, tag] = [await jobs(twin), (await fetch(twin.url + EVALUATION_PATH)).headers.get('etag')];

    twin.clock.advance(DAY);
    const [after, later] = [await jobs(twin), (await fetch(twin.url + EVALUATION_PATH)).headers.get('etag')];

    expect(after.map(({ attr }) => attr).toSorted()).toEqual(before.map(({ attr }) => attr).toSorted());
    expect(after.map(({ attr }) => attr)).not.toEqual(before.map(({ attr }) => attr));
    expect(after.some(({ drvPath }) => drvPath !== undefined && before.some((job) => job.drvPath === drvPath))).toBe(
      false,
    );
    expect(tag).not.toBe(later);
  });

  it('may be of any size, the same for the same seed', () => {
    const options = { seed: 5, count: 2_000, edges: 20_000 };
    const [one, other] = [0, 1].map(() => Array.from(generatedEvaluation(options).packagesAt(0, 0)));

    expect(one).toEqual(other);
    const edges = one?.reduce((sum, { inputs }) => sum + inputs.length, 0) ?? 0;
    expect(Math.abs(edges - options.edges) / options.edges).toBeLessThan(0.2);
  });
});

describe('faults on the way', () => {
  showsTransportFaults(() => start(), EVALUATION_PATH);
});

describe('faults of the evaluation', () => {
  it('half of it, none of it, what is left of it, new members', async () => {
    await using twin = await start();
    const whole = (await jobs(twin)).length;

    twin.faults.set({ kind: 'half_feed' });
    expect((await jobs(twin)).length).toBe(Math.ceil(whole / 2));
    twin.faults.set({ kind: 'empty_feed' });
    expect(await jobs(twin)).toEqual([]);
    twin.faults.clear();
    twin.faults.set({ kind: 'mass_withdrawal', share: 0.5 });
    expect((await jobs(twin)).length).toBeLessThan(whole);
    twin.faults.clear();
    twin.faults.set({ kind: 'schema_addition' });
    expect(await text(twin)).toContain('novelField');
  });

  it.each(BREAKAGES)('one line broken: %s', async (way) => {
    await using twin = await start();
    const before = await text(twin);

    twin.faults.set({ kind: 'malformed_record', way, record: 'libbuoy' });

    expect(await text(twin)).not.toBe(before);
  });
});
