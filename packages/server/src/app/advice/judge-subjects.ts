import {
  type AdviceSubject,
  findAttribute,
  isBuild,
  type JudgedLines,
  type JudgedSubjects,
  judgeLines,
  NOT_JUDGED,
  type PackageFacts,
  rankSubjects,
  toCollectionSubject,
  type VersionIssue,
} from '@almanac/core/advice';
import type { Reconciled } from '@almanac/core/dossier';
import { canonicalName } from '@almanac/core/names';
import { turns } from '../../platform/in-slices.ts';
import { shareOfTime } from '../../platform/time-left.ts';
import type { Documents } from '../../queries/documents.ts';
import { formatStamp, readRatingStamp } from '../../queries/vulnerability-ratings.ts';
import type { Db } from '../../store/database.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { loadAttribute } from './carried-subjects.ts';
import { listIds, loadIssueRatings } from './ratings.ts';
import { type LoadedSubject, loadStatedSubjects } from './stated-subjects.ts';

/** Packages and products that are judged for one vulnerability, and builds of them by others. */
const MAX_JUDGED = 12;
const MAX_BUILDS = 12;
/** Statements about all of them together; what is beyond is not checked, nor what is not judged in time. */
const MAX_JUDGED_STATEMENTS = 4_000;
/** The share of the time that is left when the records of the CVE are known. */
const TIME_SHARE = 0.4;
/** Packages without a way out make room for products of their names, once. */
const MAX_ROUNDS = 2;
/** Vulnerabilities of which it is looked up how bad they are. */
const MAX_RATED = 300;

/**
 * Judges the packages and products of a CVE at every version that matters, for everything that is known about them. `attributes` are
 * those of the collection that the CVE may concern.
 */
export async function judgeSubjects(
  deps: MatchDeps,
  reconciled: Reconciled,
  attributes: readonly string[],
): Promise<LoadedJudgement> {
  const facts = new Map<AdviceSubject, PackageFacts>();
  const lines = new Map<AdviceSubject, JudgedLines | null>();
  let wanted = chooseSubjects(reconciled, attributes, lines);
  if (wanted.length === 0) return { ...NOT_JUDGED, collected: attributes, facts };
  const signal = shareOfTime(deps.signal, TIME_SHARE);
  const turn = turns(signal);
  try {
    for (let round = 0; round < MAX_ROUNDS && wanted.length > 0; round += 1) {
      for (const [subject, known] of await loadSubjects({ ...deps, signal }, wanted, attributes)) {
        facts.set(subject, known);
        lines.set(subject, judgeLines(known, listOwnIds(reconciled)));
        await turn();
      }
      wanted = chooseSubjects(reconciled, attributes, lines);
    }
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!signal.aborted) throw error;
  }
  const judged = await deps.databases.readWithFallback((db) => rateSubjects(db, reconciled, lines, attributes));
  return { ...judged, facts };
}

/** Judgements with what they were made from. */
export interface LoadedJudgement extends JudgedSubjects {
  readonly facts: ReadonlyMap<AdviceSubject, PackageFacts>;
}

/** Attributes that are judged although no record names them as a product. */
const MAX_ATTRIBUTES = 4;

/** Adds packages of the collection that the vulnerability concerns by another name than its records give. */
export function withAttributes(reconciled: Reconciled, attributes: readonly string[]): Reconciled {
  const { canonical, subjects } = reconciled;
  if (canonical.availability !== 'published' && canonical.availability !== 'partial') return reconciled;
  // Variants of a package that records name, such as curlFull, share its advice.
  const isNamed = subjects.some(
    (subject) => !isBuild(subject) && findAttribute(attributes, subject.name) !== undefined,
  );
  if (isNamed) return reconciled;
  // Release lines of one package share their advice.
  const distinct = [...new Map(attributes.toReversed().map((each) => [canonicalName(each), each])).values()];
  const carried = distinct.toReversed().slice(0, MAX_ATTRIBUTES).map(toCollectionSubject);
  return { ...reconciled, subjects: [...subjects, ...carried] };
}

/** Lists each attribute of the collection once. */
export function listAttributes(packages: readonly { readonly attribute: string }[]): string[] {
  return [...new Set(packages.map(({ attribute }) => attribute))];
}

/** What the advice of an answer that is kept was made from. */
export interface AdviceBasis {
  readonly packages: readonly number[];
  /** Vulnerabilities beside the CVE itself that may be named. */
  readonly issues: readonly string[];
  /** Changes with every statement about these packages and every rating of these vulnerabilities. */
  readonly stamp: string;
}

/** Judges the subjects of a CVE that concerns no package of the collection. The basis is null where that is too much to keep. */
export async function judgeForKeeping(
  db: Db,
  documents: Documents,
  reconciled: Reconciled,
): Promise<{ readonly judged: JudgedSubjects; readonly basis: AdviceBasis | null }> {
  const lines = new Map<AdviceSubject, JudgedLines | null>();
  const stated = await loadStatedSubjects(db, documents, chooseSubjects(reconciled, [], lines), {
    isStamped: true,
    maxStatements: MAX_JUDGED_STATEMENTS,
  });
  const ids = listOwnIds(reconciled);
  for (const [subject, known] of stated.loaded) lines.set(subject, judgeLines(known, ids));
  const issues = [...new Set(findIssues(reconciled, lines).flatMap(listIds))];
  const stamp = formatStamp(stated.stamp, issues.length === 0 ? '' : await readRatingStamp(db, issues));
  const judged = await rateSubjects(db, reconciled, lines, []);
  const isWhole = stated.isWhole && chooseSubjects(reconciled, [], lines).length === 0;
  return { judged, basis: isWhole ? { packages: stated.packages, issues, stamp } : null };
}

function listOwnIds({ canonical }: Reconciled): ReadonlySet<string> {
  return new Set([canonical.id, ...canonical.aliases]);
}

/**
 * Picks what people know first, beside what is judged already. A product that a package of its name stands for is picked once that
 * package turns out to have no way out.
 */
function chooseSubjects(
  { canonical, subjects }: Reconciled,
  collected: readonly string[],
  judged: Lines,
): AdviceSubject[] {
  const ranked = rankSubjects(subjects, {
    title: canonical.title,
    collected,
    gradeWayOut: (subject) => Number(mayMove(subject) && hasWayOut(judged.get(subject))),
  }).filter(mayMove);
  const upstream = ranked.filter((subject) => !isBuild(subject));
  const chosen = [...upstream.slice(0, MAX_JUDGED), ...ranked.filter(isBuild).slice(0, MAX_BUILDS)];
  return chosen.filter((subject) => !judged.has(subject));
}

function hasWayOut(judged: JudgedLines | null | undefined): boolean {
  return judged == null || judged.lines.some(({ target, beyond }) => target !== null || beyond !== null);
}

function mayMove({ fixedIn, extent, sources }: AdviceSubject): boolean {
  return fixedIn.length > 0 || extent.kind === 'bounded' || extent.kind === 'listed' || sources.includes('packages');
}

async function loadSubjects(
  deps: MatchDeps,
  wanted: readonly AdviceSubject[],
  attributes: readonly string[],
): Promise<readonly LoadedSubject[]> {
  const carried: LoadedSubject[] = [];
  const stated: AdviceSubject[] = [];
  for (const subject of wanted) {
    const attribute = subject.ecosystem === null ? findAttribute(attributes, subject.name) : undefined;
    const known = attribute === undefined ? null : await loadAttribute(deps, attribute);
    if (known !== null) carried.push([subject, known]);
    else if (attribute === undefined) stated.push(subject);
  }
  // How many are judged must not depend on how busy the machine is.
  const left = MAX_JUDGED_STATEMENTS - carried.reduce((sum, [, { facts }]) => sum + facts.found.length, 0);
  const { loaded } = await deps.databases.readWithFallback((db) =>
    loadStatedSubjects(db, deps.documents, stated, { maxStatements: left }),
  );
  return [...carried, ...loaded];
}

type Lines = ReadonlyMap<AdviceSubject, JudgedLines | null>;

async function rateSubjects(
  db: Db,
  reconciled: Reconciled,
  lines: Lines,
  collected: readonly string[],
): Promise<JudgedSubjects> {
  const issues = findIssues(reconciled, lines);
  const rate = issues.length === 0 ? NOT_JUDGED.rate : await loadIssueRatings(db, issues);
  return { linesOf: (subject) => lines.get(subject) ?? null, rate, collected };
}

/** Finds everything that an answer may name beside the vulnerability itself. */
function findIssues({ fixes }: Reconciled, lines: Lines): VersionIssue[] {
  const issues = new Map<string, VersionIssue>();
  for (const [{ ecosystem, name }, judged] of lines) {
    if (judged === null) continue;
    const fixed = fixes.versions.filter((fix) => fix.ecosystem === ecosystem && fix.name === name);
    const named = [
      ...judged.lines.flatMap(({ remaining, rejected }) => [...remaining, ...(rejected?.has ?? [])]),
      ...fixed.flatMap(({ version }) => judged.issuesAt(version) ?? []),
    ];
    for (const issue of named) if (issues.size < MAX_RATED) issues.set(issue.id, issue);
  }
  return [...issues.values()];
}
