import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../test/corpus.ts';
import { scanEqualsSbom } from './support/by-sbom.ts';
import { corpusLockfiles, openWorld } from './support/world.ts';

it.skipIf(!hasCorpus)('a scan of every real lockfile finds what POST /sbom finds in each', async () => {
  const lockfiles = corpusLockfiles('all');
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-cli-'));
  await using world = await openWorld(lockfiles);

  const { code, err } = await scanEqualsSbom(world, lockfiles, folder, { ALMANAC_API: world.api });

  console.log(err);
  const listed = JSON.parse(readFileSync(corpusFile('lockfiles/index.json'), 'utf8')) as readonly { file: string }[];
  expect(code).toBe(1);
  expect([...lockfiles.keys()].toSorted()).toEqual(listed.map(({ file }) => file).toSorted());
  await rm(folder, { recursive: true });
});
