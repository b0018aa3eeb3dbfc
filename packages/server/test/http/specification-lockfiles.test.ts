import { LOCKFILE_KINDS, readLockfile } from '@almanac/core/lockfiles';
import { writeCyclonedx } from '@almanac/core/sbom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../core/test/lockfile-samples.ts';
import { openSbomWorld, type SbomWorld } from '../support/worlds/sbom-world.ts';

/** Specification 4.10: lockfiles become bills of materials on the side of the client, and `POST /sbom` analyses those. */
let world: SbomWorld;
beforeAll(async () => {
  world = await openSbomWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const KINDS = [
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'Cargo.lock',
  'go.sum',
  'requirements.txt',
  'Gemfile.lock',
  'flake.lock',
];

describe('a lockfile', () => {
  it('of each of the eight kinds of the specification is read', () => {
    expect(LOCKFILE_KINDS).toEqual(expect.arrayContaining(KINDS));
  });

  it.each(KINDS)('becomes a bill of materials that POST /sbom analyses: %s', async (kind) => {
    const sample = SAMPLES.find((each) => each.kind === kind);
    const { lockfile } = readLockfile(kind, sample?.make(3) ?? '');
    const components = lockfile?.components ?? [];

    const { status, body } = await world.send(writeCyclonedx(components), { path: '/sbom' });

    expect(status).toBe(200);
    expect(components.length).toBeGreaterThan(0);
    expect(body['data'].components.seen).toBe(components.length);
  });
});
