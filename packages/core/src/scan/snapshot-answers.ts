import { comparableName } from '../ranges/same-name.ts';
import type { SnapshotManifest } from '../snapshots/manifest.ts';
import { type OpenSnapshot, partitionOf } from '../snapshots/open-snapshot.ts';
import { RISK, type SnapshotRisk } from '../snapshots/risks.ts';
import type { ShardQuestion } from '../snapshots/shard-facts.ts';
import { EXPLOITATION_UNKNOWN, type KnownExploitation } from './exploitation-answer.ts';
import {
  type BriefAnswer,
  type BriefMatch,
  type BriefRisk,
  briefResult,
  knownRisk,
  mergedRisk,
  type PurlAnswer,
  purlAnswer,
} from './purl-answer.ts';
import { purlQuestion } from './purl-question.ts';

/** A snapshot, all of it or a part, that is asked about packages. */
export interface AskedSnapshot {
  readonly snapshot: OpenSnapshot;
  /** Whether the part of a partition can be read that has what is filed under a key, if anything has. */
  readonly isAtHand: (partition: string, key: string) => Promise<boolean>;
}

/** What `POST /purls` would answer for a purl; null: the part of the snapshot that may have the package is not at hand. */
export async function answerBySnapshot(asked: AskedSnapshot, purl: string): Promise<PurlAnswer | null> {
  const read = purlQuestion(purl);
  const { question } = read;
  if (question === null) return purlAnswer(purl, read, null);
  if (question.ecosystem == null) {
    return { ...purlAnswer(purl, read, null), verdictReason: 'a snapshot has no packages of the collection' };
  }
  const brief = await briefBySnapshot(asked, { ...question, ecosystem: question.ecosystem });
  return brief === null ? null : purlAnswer(purl, read, brief);
}

async function briefBySnapshot(asked: AskedSnapshot, question: ShardQuestion): Promise<BriefAnswer | null> {
  const { ecosystem, package: name } = question;
  if (!(await asked.isAtHand(partitionOf(ecosystem), comparableName(ecosystem, name)))) return null;
  const { shown, ...brief } = briefResult(await asked.snapshot.judge(question));
  const matches: (BriefMatch & BriefRisk)[] = [];
  for (const { id, aliases, brief: match } of shown) {
    matches.push({ ...match, ...(await riskOfMatch(asked, [id, ...aliases])) });
  }
  return { ...brief, matches };
}

async function riskOfMatch(asked: AskedSnapshot, ids: readonly string[]): Promise<BriefRisk> {
  const risks: (SnapshotRisk | null | undefined)[] = [];
  for (const cve of ids.filter((id) => id.startsWith('CVE-'))) risks.push(await riskOf(asked, cve));
  const merged = mergedRisk(risks.flatMap((risk) => (risk == null ? [] : [{ ...shareOf(risk), exploitation: null }])));
  const isKnown = !risks.includes(undefined);
  return knownRisk(merged, isKnown ? upToDate(asked.snapshot.manifest) : { kev: false, epss: false });
}

/** What `POST /cve/batch` would answer of the exploitation of a CVE. */
export async function exploitationBySnapshot(asked: AskedSnapshot, cve: string): Promise<KnownExploitation> {
  const risk = await riskOf(asked, cve);
  if (risk === undefined) return EXPLOITATION_UNKNOWN;
  const isOk = upToDate(asked.snapshot.manifest);
  const { kev, epss } = risk === null ? { kev: null, epss: null } : shareOf(risk);
  return { kev: kev !== null || (isOk.kev ? false : null), epss, epssKnown: epss !== null || isOk.epss };
}

/** Null: nobody says anything of it. Undefined: the part that would tell is not at hand. */
async function riskOf({ snapshot, isAtHand }: AskedSnapshot, cve: string): Promise<SnapshotRisk | null | undefined> {
  return (await isAtHand(RISK, cve)) ? snapshot.risk(cve) : undefined;
}

function shareOf({ kev, epss }: SnapshotRisk): Pick<SnapshotRisk, 'kev' | 'epss'> {
  return { kev, epss: epss === null ? null : epss / 100_000 };
}

function upToDate({ sources }: SnapshotManifest): Readonly<Record<'kev' | 'epss', boolean>> {
  const isOk = (source: string) => sources.find(({ id }) => id === source)?.state === 'ok';
  return { kev: isOk('kev'), epss: isOk('epss') };
}

/** Sources of the collection: they speak of packages of type nix alone. */
export const OF_COLLECTION: readonly string[] = ['nixpkgs', 'packages'];

/** A source, as it was when the snapshot was made. */
export interface SnapshotCoverageRow {
  readonly source: string;
  readonly state: string;
  readonly checkedAt: string | null;
  readonly changedAt: string | null;
}

/** The coverage that an API would state with exactly the sources of the snapshot. */
export function coverageOfSnapshot({ sources }: SnapshotManifest): {
  readonly coverage: readonly SnapshotCoverageRow[];
  readonly asOf: string | null;
} {
  const rows = sources
    .filter(({ id }) => id !== 'kev' && id !== 'epss')
    .map(({ id, state, checkedAt, changedAt }) => ({ source: id, state, checkedAt, changedAt }));
  const checks = rows.flatMap(({ state, checkedAt }) => (NOT_READ.has(state) || checkedAt === null ? [] : [checkedAt]));
  const others = OF_COLLECTION.filter((source) => rows.every((row) => row.source !== source)).map((source) => {
    return { source, state: 'not_configured', checkedAt: null, changedAt: null };
  });
  return { coverage: [...rows, ...others], asOf: checks.toSorted()[0] ?? null };
}

const NOT_READ: ReadonlySet<string> = new Set(['disabled', 'not_configured', 'not_covered']);
