import type { Coverage, CoverageRow } from '@almanac/contract';
import {
  type BriefAnswer,
  briefResult,
  EXPLOITATION_UNKNOWN,
  type KnownExploitation,
  knownRisk,
  mergedRisk,
  purlAnswer,
  purlQuestion,
  type ScanOutcome,
  scanOutcome,
} from '@almanac/core/scan';
import { partitionOf, RISK, type SnapshotManifest, type SnapshotRisk } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import type { Answers } from '../scan/answers.ts';
import { OF_COLLECTION } from '../scan/gaps.ts';
import { notCounted } from '../scan/not-counted.ts';
import { isCve } from '../scan/thresholds.ts';
import type { Session } from '../session.ts';
import { dbFolder } from '../settings.ts';
import { givenKey } from './given-key.ts';
import { isHeld } from './held.ts';
import { type HeldSnapshot, openHeld } from './open-held.ts';
import { rootOf } from './report.ts';
import { type PurlOfSnapshot, placeOfPackage } from './wanted.ts';

/** Files are read for so many packages at once. */
const AT_ONCE = 64;

/** What `POST /purls` and `POST /cve/batch` would answer, from the snapshot on this machine. Nothing but its folder is read. */
export async function offlineAnswers(session: Session): Promise<Answers> {
  const folder = dbFolder(session.environment, session.home);
  const held = await openHeld(folder, await givenKey(session), new Date(session.now()));
  const { manifest, checkpoint } = held.snapshot;
  const { published, expires } = manifest;
  const isOk = { kev: stateOf(manifest, 'kev') === 'ok', epss: stateOf(manifest, 'epss') === 'ok' };
  return {
    snapshot: { origin: checkpoint.origin, size: checkpoint.size, root: rootOf(held.state), published, expires },
    async packages(purls, progress) {
      const outcomes = new Map<string, ScanOutcome>();
      for (let from = 0; from < purls.length; from += AT_ONCE) {
        session.signal.throwIfAborted();
        progress(from, purls.length);
        const some = purls.slice(from, from + AT_ONCE);
        const found = await Promise.all(some.map((purl) => outcomeOf(held, purl, isOk)));
        for (const [i, purl] of some.entries()) outcomes.set(purl, found[i] as ScanOutcome);
      }
      return { outcomes, coverage: coverageOf(manifest) };
    },
    async evidenced(entries) {
      if (entries.length > 0) session.note(notCounted(entries.length, 'a snapshot is asked by package URLs alone'));
      return { outcomes: new Map(), coverage: null };
    },
    async closures(files) {
      const closure = files.find((file) => file.closure !== undefined);
      if (closure !== undefined) {
        throw new UsageError(
          `${closure.path} has store paths, and a snapshot has no packages of the collection.`,
          'Scan it without --offline.',
        );
      }
      return { files, outcomes: new Map(), coverage: null };
    },
    async exploitation(cves) {
      const known = new Map<string, KnownExploitation>();
      for (const cve of cves) known.set(cve, exploitationBy(await riskOf(held, cve), isOk));
      return known;
    },
  };
}

type UpToDate = Readonly<Record<'kev' | 'epss', boolean>>;

async function outcomeOf(held: HeldSnapshot, purl: string, isOk: UpToDate): Promise<ScanOutcome> {
  const asked = purlQuestion(purl);
  const { question } = asked;
  if (question === null) return scanOutcome({ kind: 'answer', answer: purlAnswer(purl, asked, null) });
  if (question.ecosystem == null) {
    const answer = { ...purlAnswer(purl, asked, null), verdictReason: 'a snapshot has no packages of the collection' };
    return scanOutcome({ kind: 'answer', answer });
  }
  const answer = await answerOf(held, { ...question, ecosystem: question.ecosystem }, isOk);
  if (answer === null) return scanOutcome({ kind: 'failed', reason: NOT_PULLED });
  return scanOutcome({ kind: 'answer', answer: purlAnswer(purl, asked, answer) });
}

const NOT_PULLED = 'the part of the snapshot that may have it was not pulled: almanac db pull --for gets it';

/** Null: the part of the snapshot that may have the package is not held. */
async function answerOf(held: HeldSnapshot, asked: PurlOfSnapshot, isOk: UpToDate): Promise<BriefAnswer | null> {
  const { snapshot, state } = held;
  if (lacksPartition(held, partitionOf(asked.ecosystem))) return null;
  const place = await placeOfPackage(snapshot, asked);
  if (place !== null && !isHeld(state.held, place)) return null;
  const { shown, ...brief } = briefResult(await snapshot.judge(asked));
  const matches: BriefAnswer['matches'] = [];
  for (const { id, aliases, brief: match } of shown) {
    const risks: (SnapshotRisk | null | undefined)[] = [];
    for (const cve of [id, ...aliases].filter(isCve)) risks.push(await riskOf(held, cve));
    const isKnown = !risks.includes(undefined);
    const merged = mergedRisk(
      risks.flatMap((risk) => (risk == null ? [] : [{ ...shareOf(risk), exploitation: null }])),
    );
    matches.push({ ...match, ...knownRisk(merged, isKnown ? isOk : { kev: false, epss: false }) });
  }
  return { ...brief, matches };
}

/** Null: nobody says anything of it. Undefined: the part that would tell is not held. */
async function riskOf(held: HeldSnapshot, cve: string): Promise<SnapshotRisk | null | undefined> {
  if (lacksPartition(held, RISK)) return undefined;
  const place = await held.snapshot.place(RISK, cve);
  if (place !== null && !isHeld(held.state.held, place)) return undefined;
  return held.snapshot.risk(cve);
}

/** Whether the snapshot has a partition of which nothing is held, not even the index. */
function lacksPartition({ snapshot, state }: HeldSnapshot, name: string): boolean {
  return !state.held.has(name) && snapshot.manifest.partitions.some((one) => one.name === name);
}

function shareOf({ kev, epss }: SnapshotRisk): Pick<SnapshotRisk, 'kev' | 'epss'> {
  return { kev, epss: epss === null ? null : epss / 100_000 };
}

function exploitationBy(risk: SnapshotRisk | null | undefined, isOk: UpToDate): KnownExploitation {
  if (risk === undefined) return EXPLOITATION_UNKNOWN;
  const { kev, epss } = risk === null ? { kev: null, epss: null } : shareOf(risk);
  return { kev: kev !== null || (isOk.kev ? false : null), epss, epssKnown: epss !== null || isOk.epss };
}

function stateOf({ sources }: SnapshotManifest, source: string): string | null {
  return sources.find(({ id }) => id === source)?.state ?? null;
}

/** As the API would say it whose sources are exactly those of the snapshot. */
function coverageOf({ sources }: SnapshotManifest): Coverage {
  const rows = sources
    .filter(({ id }) => id !== 'kev' && id !== 'epss')
    .map(({ id, state, checkedAt, changedAt }) => ({ source: id, state, checkedAt, changedAt }) as CoverageRow);
  const checks = rows.flatMap(({ state, checkedAt }) =>
    NOT_READ.has(state) || state === 'not_covered' || checkedAt === null ? [] : [checkedAt],
  );
  const others = OF_COLLECTION.map(
    (source): CoverageRow => ({ source, state: 'not_configured', checkedAt: null, changedAt: null }),
  );
  return { coverage: [...rows, ...others], asOf: checks.toSorted()[0] ?? null };
}

const NOT_READ: ReadonlySet<string> = new Set(['disabled', 'not_configured']);
