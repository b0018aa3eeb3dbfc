import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MatchQuestion, MatchResult } from '@almanac/core/matching';
import { channelOf, type OpenSnapshot, openSnapshot } from '@almanac/core/snapshots';
import { judgePackages, type MatchDeps } from '../../../src/app/packages/judge-packages.ts';
import { openSourceStates } from '../../../src/app/sources/source-states.ts';
import { openFolderTarget } from '../../../src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../../src/ingest/snapshots/signer.ts';
import { openDocuments } from '../../../src/queries/documents.ts';
import type { Db } from '../../../src/store/database.ts';
import { NOW } from '../worlds/package-world.ts';
import { canonical, shown, versionsIn } from './compare.ts';
import { folderReader } from './folder-reader.ts';

export interface ComparedCollection {
  readonly questions: number;
  readonly verdicts: ReadonlyMap<string, number>;
  /** Matches of all answers. */
  readonly matches: number;
  /** The first questions that the snapshot answers otherwise, and how many there are. */
  readonly different: readonly { readonly question: object; readonly stored: object; readonly offline: object }[];
  readonly differences: number;
  readonly published: Published;
  readonly seconds: { readonly publishing: number; readonly online: number; readonly offline: number };
}

/**
 * Publishes what a database has, and asks the snapshot and the database the same about packages of the collection: by attribute and by name, in
 * the version that a channel carries with the channel and without, in versions that records name, and without a version. At most
 * `most` entries, spread over all.
 */
export async function compareCollection(db: Db, most: number): Promise<ComparedCollection> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  try {
    const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
    const signal = AbortSignal.timeout(3_600_000);
    const began = performance.now();
    const deps = { db, target: openFolderTarget(folder), signer, now: () => NOW, hours: 48 };
    const published = await publishSnapshot(deps, signal);
    const seconds = { publishing: (performance.now() - began) / 1000, online: 0, offline: 0 };
    const snapshot = await openSnapshot(folderReader(folder), { key: signer.verifierKey, verified: null }, NOW);
    const online = matchDeps(db, signal);
    const verdicts = new Map<string, number>();
    const different: ComparedCollection['different'][number][] = [];
    const counts = { questions: 0, matches: 0, differences: 0 };
    for (const questions of await questionsIn(online, snapshot, most)) {
      const begun = performance.now();
      const stored: MatchResult[] = [];
      for await (const { result } of judgePackages(online, questions, { at: null })) stored.push(result);
      const between = performance.now();
      for (const [i, question] of questions.entries()) {
        const result = await snapshot.judgeNamed(question);
        const [own, offline] = [stored[i] as MatchResult, result].map((one) => (one === null ? {} : comparable(one)));
        const { verdict, matches, otherMatches } = stored[i] as MatchResult;
        counts.questions += 1;
        counts.matches += matches.length + otherMatches.length;
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
        if (canonical(own) === canonical(offline)) continue;
        counts.differences += 1;
        if (different.length < 3) different.push({ question, stored: own ?? {}, offline: offline ?? {} });
      }
      seconds.online += (between - begun) / 1000;
      seconds.offline += (performance.now() - between) / 1000;
    }
    return { ...counts, verdicts, different, published, seconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function matchDeps(db: Db, signal: AbortSignal): MatchDeps {
  const databases = { readWithFallback: (ask: (db: Db) => unknown) => ask(db) } as unknown as MatchDeps['databases'];
  const sourceStates = openSourceStates({ readWithFallback: (ask) => ask(db) }, () => NOW.getTime());
  return { databases, documents: openDocuments(), sourceStates, signal, evaluated: () => {} };
}

/** By the hundred. */
async function questionsIn(deps: MatchDeps, snapshot: OpenSnapshot, most: number): Promise<MatchQuestion[][]> {
  const entries: { attribute: string; pname: string | null; version: string | null; channel: string }[] = [];
  for (const { name } of snapshot.manifest.partitions) {
    const channel = channelOf(name);
    if (channel === null) continue;
    for await (const { families } of snapshot.channelShards(channel)) entries.push(...[...families.values()].flat());
  }
  const step = Math.max(1, entries.length / most);
  const some = entries.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const names = [...new Set(some.flatMap(({ attribute, pname }) => [attribute, pname ?? attribute]))];
  const questions: MatchQuestion[] = some.flatMap(({ attribute, version, channel }) => [
    { package: attribute, version, channel },
    { package: attribute, version },
  ]);
  questions.push(...names.map((name) => ({ package: name, version: null })));
  for await (const { question, facts } of judgePackages(
    deps,
    names.map((name) => ({ package: name, version: null })),
    { at: null },
  )) {
    const versions = new Set(facts.found.flatMap(({ assertion }) => assertion.claims.flatMap(versionsIn)));
    for (const version of [...[...versions].slice(0, 4), '0.0.0-0', '99999.0']) {
      questions.push({ package: question.package, version });
    }
  }
  return Array.from({ length: Math.ceil(questions.length / 100) }, (_, i) => questions.slice(100 * i, 100 * i + 100));
}

/** Without the words of the tracker, which no snapshot has. */
function comparable(result: MatchResult): object {
  return JSON.parse(JSON.stringify(shown(result)), (_, value: unknown) => {
    const isIssue = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'issue';
    return isIssue ? { ...value, title: null } : value;
  }) as object;
}
