import { advisePackage } from '../advice/advise-package.ts';
import type { PackageAdvice } from '../advice/model.ts';
import { summaryOf } from '../matching/explain/summarised.ts';
import type { MatchQuestion } from '../matching/facts.ts';
import type { MatchResult } from '../matching/match-package.ts';
import type { SnapshotManifest } from '../snapshots/manifest.ts';
import type { Visit } from '../snapshots/open-shards.ts';
import type { OpenSnapshot } from '../snapshots/open-snapshot.ts';
import type { SnapshotRisk } from '../snapshots/risks.ts';
import { EXPLOITATION_UNKNOWN, type KnownExploitation } from './exploitation-answer.ts';
import {
  type BriefAnswer,
  type BriefMatch,
  type BriefResult,
  type BriefRisk,
  briefResult,
  knownRisk,
  mergedRisk,
  type PurlAnswer,
  purlAnswer,
  toShown,
} from './purl-answer.ts';
import { purlQuestion } from './purl-question.ts';

/** A snapshot, all of it or a part, that is asked about packages. */
export interface AskedSnapshot {
  readonly snapshot: OpenSnapshot;
  /** Throws `NotAtHand` for a part that cannot be read. */
  readonly visit: Visit;
}

/** The part of a snapshot that may have what is asked for cannot be read. */
export class NotAtHand extends Error {}

/**
 * What `POST /purls` would answer for a purl; null: the part of the snapshot that may have the package is not at hand. `patched`:
 * vulnerabilities for which, by the document that names the package, a patch is applied.
 */
export async function answerBySnapshot(
  asked: AskedSnapshot,
  purl: string,
  patched?: readonly string[],
): Promise<PurlAnswer | null> {
  const read = purlQuestion(purl);
  const { question } = read;
  if (question === null) return purlAnswer(purl, read, null);
  try {
    const result = await judgeBySnapshot(asked, patched === undefined ? question : { ...question, patched });
    const brief = result === null ? UNKNOWN_NAME : briefResult(result);
    const advice = await adviseBySnapshot(asked, question, brief);
    const answer = await withRisks(asked, brief);
    return purlAnswer(purl, read, advice === null ? answer : { ...answer, advice: toShown(advice) });
  } catch (error) {
    if (error instanceof NotAtHand) return null;
    throw error;
  }
}

/** Advises on an affected version; null for packages of the collection, whose statements a snapshot does not have for every version. */
async function adviseBySnapshot(
  asked: AskedSnapshot,
  question: MatchQuestion,
  { verdict }: BriefResult,
): Promise<PackageAdvice | null> {
  const { ecosystem, package: name } = question;
  if (verdict !== 'affected' || ecosystem == null) return null;
  const { plan, summaries } = await asked.snapshot.plan({ ...question, ecosystem }, asked.visit);
  const listed = new Set<string>();
  const open = [...plan.clears, ...plan.stays];
  for (const id of new Set([open.map(({ id }) => id), open.map(({ aliases }) => aliases)].flat(2))) {
    if (id.startsWith('CVE-') && (await riskOf(asked, id))?.kev != null) listed.add(id);
  }
  return advisePackage({ ecosystem, name, plan }, ({ id, aliases }) => {
    const ids = [id, ...aliases];
    return { severity: summaryOf(ids, summaries).severity, kev: ids.some((each) => listed.has(each)) };
  });
}

/** The judgement of a package, by its ecosystem or by its name in the collection; null: no channel has a package of that name. */
export function judgeBySnapshot(
  { snapshot, visit }: AskedSnapshot,
  question: MatchQuestion,
): Promise<MatchResult | null> {
  const { ecosystem } = question;
  return ecosystem == null ? snapshot.judgeNamed(question, visit) : snapshot.judge({ ...question, ecosystem }, visit);
}

/** An API may find records by the name alone; a snapshot does not have them. */
const UNKNOWN_NAME: BriefResult = {
  verdict: 'unknown',
  verdictReason: 'No channel in the snapshot has a package of this name.',
  unknownReasons: ['not_covered'],
  total: 0,
  shown: [],
};

async function withRisks(asked: AskedSnapshot, { shown, ...brief }: BriefResult): Promise<BriefAnswer> {
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
async function riskOf({ snapshot, visit }: AskedSnapshot, cve: string): Promise<SnapshotRisk | null | undefined> {
  try {
    return await snapshot.risk(cve, visit);
  } catch (error) {
    if (error instanceof NotAtHand) return undefined;
    throw error;
  }
}

function shareOf({ kev, epss }: SnapshotRisk): Pick<SnapshotRisk, 'kev' | 'epss'> {
  return { kev, epss: epss === null ? null : epss / 100_000 };
}

function upToDate({ sources }: SnapshotManifest): Readonly<Record<'kev' | 'epss', boolean>> {
  const isOk = (source: string) => sources.find(({ id }) => id === source)?.state === 'ok';
  return { kev: isOk('kev'), epss: isOk('epss') };
}

/** Sources of the collection: they state something about packages of type nix alone. */
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
