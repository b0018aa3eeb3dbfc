import type { RecordChange, VerdictChange } from '@almanac/contract';
import { kindOfChange, standingOf, verdictChange } from '@almanac/core/changes';
import { lookupForm } from '@almanac/core/collection';
import type { MatchResult } from '@almanac/core/matching';
import { changeFacts } from '../../queries/change-facts.ts';
import type { ChangeEntry } from '../../queries/changes.ts';
import { packedDocuments } from '../../queries/cve-history.ts';
import type { Deps } from '../deps.ts';
import { judgePackages, type MatchDeps } from '../packages/judge-packages.ts';
import { cursorOfPlace } from './cursor.ts';
import type { FollowedVersion } from './followed-versions.ts';

/** Vulnerabilities that one move of a channel is told of. */
const MOST_TOLD = 100;

/** What it means that a channel has another version of a package that is followed by its name; null: nothing. */
export async function verdictsOfChannel(
  deps: MatchDeps & Pick<Deps, 'documents'>,
  entry: ChangeEntry,
  followed: readonly FollowedVersion[],
): Promise<RecordChange | null> {
  const { key, observedAt } = entry;
  const [channel = '', ...rest] = key.split('/');
  const attribute = rest.join('/');
  const one = followed.find(
    ({ listed }) => listed.channels.length > 0 && lookupForm(listed.package) === lookupForm(attribute),
  );
  if (one === undefined) return null;
  const moved = await versionsOf(deps, entry);
  if (moved === null) return null;
  const questions = [moved.from, moved.to].map((version) => ({ package: attribute, version }));
  const results: MatchResult[] = [];
  for await (const { result } of judgePackages(deps, questions, { at: observedAt })) results.push(result);
  const [before, after] = results;
  if (before === undefined || after === undefined) return null;
  const about = { asked: one.listed.asked, package: attribute, version: moved.to, channels: [channel] };
  const verdicts = channelChanges(before, after).slice(0, MOST_TOLD);
  if (verdicts.length === 0) return null;
  return {
    cursor: cursorOfPlace(entry),
    observedAt: observedAt.toISOString(),
    source: entry.source,
    record: key,
    kind: kindOfChange({ first: false, before: true, after: true }),
    changed: ['version'],
    summary: [`version changed: ${moved.from} → ${moved.to}`],
    vulnerabilities: verdicts.map(({ match: { id, severity } }) => ({
      id,
      severity,
      exploited: false,
      withdrawn: false,
    })),
    packages: [{ ecosystem: null, vendor: null, name: attribute }],
    packagesComplete: true,
    before: moved.sha256Before,
    after: moved.sha256,
    verdicts: verdicts.map(({ match, change }) => Object.assign({ vulnerability: match.id }, about, change)),
  };
}

function channelChanges(before: MatchResult, after: MatchResult) {
  const matches = [before, after].flatMap((result) => result.matches.concat(result.otherMatches));
  const distinct = new Map(matches.map((match) => [match.id, match]));
  return [...distinct.values()].flatMap((match) => {
    const ids = new Set([match.id, ...match.aliases]);
    const [from, to] = [standingOf(before, ids), standingOf(after, ids)];
    const kind = verdictChange(from, to, { by: 'channel', withdrawn: false, first: false });
    return kind === null ? [] : [{ match, change: { kind, from, to } satisfies Partial<VerdictChange> }];
  });
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly sha256: string | null;
  readonly sha256Before: string | null;
}

/** Null where the channel has the same version as before, or had none, or has none now. */
async function versionsOf(
  { databases, documents }: Pick<Deps, 'databases' | 'documents'>,
  entry: ChangeEntry,
): Promise<Moved | null> {
  return databases.readWithFallback(async (db) => {
    const [facts] = await changeFacts(db, [entry], 0);
    if (facts === undefined || facts.blob === null || facts.before === null) return null;
    const packed = await packedDocuments(db, [facts.before, facts.blob]);
    const raws = await documents.unpack(db, [...packed.values()]);
    const versions = new Map([...packed.keys()].map((id, i) => [id, versionIn(raws[i])]));
    const [from, to] = [versions.get(facts.before), versions.get(facts.blob)];
    if (from == null || to == null || from === to) return null;
    return { from, to, sha256: facts.sha256, sha256Before: facts.sha256Before };
  });
}

function versionIn(raw: Buffer | undefined): string | null {
  const { version } = JSON.parse(raw?.toString() ?? '{}') as { version?: unknown };
  return typeof version === 'string' ? version : null;
}
