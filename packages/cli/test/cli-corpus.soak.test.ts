import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { scanEqualsSbom } from './support/by-sbom.ts';
import { corpusLockfiles, openWorld } from './support/world.ts';

it.skipIf(!hasCorpus)('a scan of every real lockfile finds what POST /sbom finds in each', async () => {
  const lockfiles = corpusLockfiles('all');
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-cli-'));
  await using world = await openWorld(lockfiles);

  const { code, err } = await scanEqualsSbom(world, lockfiles, folder, { ALMANAC_API: world.api });

  console.log(err);
  expect([code, lockfiles.size]).toEqual([1, 60]);
  await rm(folder, { recursive: true });
});
