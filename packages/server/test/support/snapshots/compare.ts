import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Claim } from '@almanac/core/ranges';
import { ecosystemOfPartition, openSnapshot, type Shard } from '@almanac/core/snapshots';
import { statesByEcosystem } from '../../../src/app/packages/coverage.ts';
import { judgeByName, type SetResult } from '../../../src/app/packages/judge-packs.ts';
import { openSourceStates } from '../../../src/app/sources/source-states.ts';
import { openFolderTarget } from '../../../src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../../src/ingest/snapshots/signer.ts';
import type { Db } from '../../../src/store/database.ts';
import { NOW } from '../worlds/package-world.ts';
import { folderReader } from './folder-reader.ts';

export interface Compared {
  readonly questions: number;
  /** By the verdict. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** The first questions that the snapshot answers otherwise. */
  readonly different: readonly { readonly question: object; readonly stored: object; readonly offline: object }[];
  readonly published: Published;
  readonly seconds: {
    readonly publishing: number;
    readonly again: number;
    readonly online: number;
    readonly offline: number;
  };
  /** The match shards as one text of plain JSON, and that packed as well as zstd can. */
  readonly plain: () => { readonly bytes: number; readonly zstd: number };
}

const AT_ONCE = 100;

/**
 * Publishes what a database has, and asks the snapshot and the database the same about every package in it: in the versions that records
 * name, in one before and one after all of them, and without a version. At most `most` questions, of packages spread over all.
 */
export async function compareOffline(db: Db, most: number): Promise<Compared> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  try {
    const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
    const target = openFolderTarget(folder);
    const signal = AbortSignal.timeout(3_600_000);
    const began = performance.now();
    const published = await publishSnapshot({ db, target, signer, now: () => NOW, hours: 48 }, signal);
    const publishing = (performance.now() - began) / 1000;
    const snapshot = await openSnapshot(folderReader(folder), { key: signer.verifierKey, verified: null }, NOW);
    const questions: Question[] = [];
    const plain: string[] = [];
    for await (const question of questionsIn(snapshot, published, plain)) questions.push(question);
    const step = Math.max(1, questions.length / most);
    const asked = Array.from(
      { length: Math.min(most, questions.length) },
      (_, i) => questions[Math.floor(i * step)] as Question,
    );
    const sourceStates = openSourceStates({ readWithFallback: (ask) => ask(db) }, () => NOW.getTime());
    const states = await statesByEcosystem({ sourceStates }, new Set(asked.map(({ ecosystem }) => ecosystem)));
    const different: Compared['different'][number][] = [];
    const verdicts = new Map<string, number>();
    const begunAgain = performance.now();
    await publishSnapshot({ db, target, signer, now: () => NOW, hours: 48 }, signal);
    const seconds = { publishing, again: (performance.now() - begunAgain) / 1000, online: 0, offline: 0 };
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const page = asked.slice(from, from + AT_ONCE);
      const begun = performance.now();
      const stored = await judgeByName(db, page, ({ ecosystem }) => states.get(ecosystem) ?? [], { signal });
      const between = performance.now();
      for (const question of page) {
        const offline = shown(await snapshot.judge(question));
        const online = shown(stored.get(question) as SetResult);
        verdicts.set(online.verdict, (verdicts.get(online.verdict) ?? 0) + 1);
        if (canonical(offline) !== canonical(online) && different.length < 3)
          different.push({ question, stored: online, offline });
      }
      seconds.online += (between - begun) / 1000;
      seconds.offline += (performance.now() - between) / 1000;
    }
    return { questions: asked.length, verdicts, different, published, seconds, plain: () => plainSizes(plain) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Question {
  readonly ecosystem: string;
  readonly package: string;
  readonly version: string | null;
}

async function* questionsIn(
  snapshot: Awaited<ReturnType<typeof openSnapshot>>,
  { manifest }: Published,
  plain: string[],
): AsyncGenerator<Question> {
  for (const { name } of manifest.partitions) {
    const ecosystem = ecosystemOfPartition(name);
    if (ecosystem === null) continue;
    for await (const shard of snapshot.shards(ecosystem)) {
      plain.push(plainJson(shard));
      for (const { name: own, rows } of shard.packages) {
        const releases = new Set(rows.flatMap(({ assertion }) => assertion.subject.ecosystem ?? []));
        const versions = new Set(rows.flatMap(({ assertion }) => assertion.claims.flatMap(versionsIn)));
        for (const release of new Set([...[...releases].slice(0, 2), ecosystem])) {
          for (const version of [null, '0.0.0-0', '99999.0', ...[...versions].slice(0, 6)]) {
            yield { ecosystem: release, package: own, version };
          }
        }
      }
    }
    yield { ecosystem, package: 'a name that nobody has', version: '1.0.0' };
  }
}

/** A shard as JSON without dictionaries: every member by its name, a version scheme by its id. */
function plainJson(shard: Shard): string {
  return JSON.stringify(shard, (_, one: unknown) => {
    if (one instanceof Map) return Object.fromEntries(one);
    if (one instanceof Set) return [...one];
    return typeof one === 'object' && one !== null && 'compare' in one ? (one as { id?: string }).id : one;
  });
}

function plainSizes(texts: readonly string[]): ReturnType<Compared['plain']> {
  const bytes = Buffer.from(texts.join('\n'));
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  return { bytes: bytes.length, zstd: zstdCompressSync(bytes, { params }).length };
}

/** The versions that a claim names. */
export function versionsIn(claim: Claim): readonly string[] {
  if (claim.type === 'list') return claim.versions;
  return claim.type === 'range' ? claim.events.map(({ version }) => version) : [];
}

export function shown({ verdict, verdictReason, unknownReasons, matches, otherMatches }: SetResult) {
  return { verdict, verdictReason, unknownReasons, matches, otherMatches };
}

/** With the members of every object in one order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
