import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { openSnapshot, type TreeHead } from '@almanac/core/snapshots';
import { describe, expect, it } from 'vitest';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import {
  PUBLISHING_PHASES,
  type PublishingOrder,
  type PublishingPhase,
} from '../support/snapshots/publishing-process.ts';
import { openPackageApp, wasRead } from '../support/worlds/package-world.ts';

const PROCESS = path.resolve(import.meta.dirname, '../support/snapshots/publishing-process.ts');
const KILLS = Number(process.env['ALMANAC_KILLS'] ?? 200);
/** So many kills are planned by one undisturbed publication. */
const MOMENTS_FOR = 25;

describe('a publisher that is killed', () => {
  it(`leaves a whole snapshot that continues the last one, ${KILLS} times`, { timeout: 3_600_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
    const key = newSignerKey('almanac.example/log');
    const { verifierKey } = openSigner(key) as SnapshotSigner;
    await using given = await openPackageApp([], (_, db) => wasRead(db, 'osv'));
    const landed = new Map<string, number>();
    let verified: TreeHead | null = null;
    let packages = 0;
    const look = async () => {
      const snapshot = await openSnapshot(folderReader(folder), { key: verifierKey, verified }, new Date());
      verified = snapshot.checkpoint;
      let found = 0;
      for await (const shard of snapshot.shards('npm')) found += shard.packages.length;
      return found;
    };

    let stored = 0;
    let next = start();
    const publish = (moment: number | null) => {
      stored += 1;
      const said = tell(next, { databaseUrl: given.databaseUrl, folder, key, moment });
      // It takes as long to start as to publish.
      next = start();
      return said;
    };
    const publishUndisturbed = async () => JSON.parse(await publish(null)) as readonly PublishingPhase[];

    // The first publication writes other files than those after it.
    await publishUndisturbed();
    let moments = await publishUndisturbed();
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The log grows, and what is read of it.
      if (kill % MOMENTS_FOR === 0) moments = await publishUndisturbed();
      const phase = await publish(momentOf(PUBLISHING_PHASES[kill % PUBLISHING_PHASES.length], moments));
      landed.set(phase, (landed.get(phase) ?? 0) + 1);

      const found = await look();
      expect(found).toBeGreaterThanOrEqual(packages);
      packages = found;
    }
    await publishUndisturbed();
    next.kill();

    // Whatever was stored by a process that was killed is published by the next.
    expect(await look()).toBe(stored);
    const drafts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.draft')).length;
    console.log(`${KILLS} kills at ${moments.length} moments, ${drafts} drafts left`, Object.fromEntries(landed));
    expect([...landed.keys()].toSorted()).toEqual(PUBLISHING_PHASES.toSorted());
    expect(drafts).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
  });
});

function start() {
  return spawn(process.execPath, ['--conditions=@almanac/source', PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** A moment of the phase. */
function momentOf(phase: PublishingPhase | undefined, moments: readonly PublishingPhase[]): number {
  const those = [...moments.keys()].filter((moment) => moments[moment] === phase);
  return those[Math.floor(Math.random() * those.length)] ?? 0;
}

/** Resolves to what it said before its end. */
async function tell(child: ReturnType<typeof start>, order: PublishingOrder): Promise<string> {
  child.stdin.end(JSON.stringify(order));
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([code, signal]).toEqual(order.moment === null ? [0, null] : [null, 'SIGKILL']);
  return said;
}
