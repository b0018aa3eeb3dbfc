import { isDeepStrictEqual } from 'node:util';
import type { CoverageRow, SourceId } from '@almanac/contract';
import { availabilityOf } from '@almanac/core/dossier';
import { keysOfCve } from '@almanac/core/matching';
import type { StoredBody } from '../../queries/cve-body.ts';
import type { CurrentEvidence, CveEvidence } from '../../queries/cve-evidence.ts';
import type { PreserialisedJson } from '../answer.ts';
import type { Build, Deps } from '../deps.ts';
import { deflatePiece, inflatePieces, storedBlocks } from '../json/per-request-tail.ts';
import { cveCoverage, staleSources } from './coverage.ts';
import type { LoadedCve } from './cve-facts.ts';
import { scoreFact } from './facts-of-evidence.ts';
import { isSameDossier, type KeptAdvice, keptDossier } from './kept-dossier.ts';
import { revalidateInBackground } from './live-fetch.ts';
import { fillLookup, type LookupPlaces, type SettledLookup, settleLookup } from './settled-lookup.ts';

/** What is stored beside the bytes. */
export interface StoredSettled extends LookupPlaces {
  /** Bytes before and behind the score. */
  readonly sizes: readonly [head: number, rest: number];
  readonly records: readonly (readonly [source: SourceId, key: string])[];
  readonly hasAuthority: boolean;
}

/** A body as it is to be stored. */
export interface MadeBody extends StoredBody<StoredSettled> {
  /** By which packages of the collection are found that the CVE may concern. */
  readonly keys: readonly string[];
}

/** A body without its dossier. */
export type SettledBody = Omit<MadeBody, 'dossier'>;

/** Raised where bodies of one release come to mean something else, as during development. */
const FORMAT = 3;

/** What made a body: another release may judge and write otherwise. */
export function bodyRelease({ version, commit }: Pick<Build, 'version' | 'commit'>): string {
  return `${FORMAT} ${version} ${commit ?? ''}`.trimEnd();
}

/** Beyond these the lookup is put together for each answer: few are, and a row stays small. */
const MOST_RECORDS = 100;
const MOST_KEYS = 300;
const MOST_BYTES = 1 << 19;

/**
 * The body of a CVE that no issue names; null where its records alone do not settle the answer, or it would be too large. Whether a
 * package of the collection goes by its keys is for the caller to see.
 */
export function makeBody(
  knowledge: LoadedCve,
  { issues, about }: Pick<CurrentEvidence, 'issues' | 'about'>,
): SettledBody | null {
  const { facts, records, related } = knowledge;
  if (issues.length > 0 || !about.isEveryRecord || !about.isEverySubject) return null;
  // Below every limit of what is read: one more of them shows in what is compared.
  if (Math.max(records.length + related.length, about.ids.length) > MOST_RECORDS) return null;
  // With a score or without.
  const { availability } = availabilityOf({ ...facts, epss: null });
  if (!SETTLED.has(availability)) return null;
  const keys = keysOfCve({ ids: about.ids, subjects: about.subjects, issueNames: [] }).toSorted();
  if (keys.length > MOST_KEYS) return null;
  const { body, places } = settleLookup(knowledge);
  if (places.score === null || body.length > MOST_BYTES) return null;
  const [head, rest] = [body.subarray(0, places.score), body.subarray(places.score)];
  return {
    keys,
    head: deflatePiece(head),
    rest: deflatePiece(rest),
    settled: {
      ...places,
      sizes: [head.length, rest.length],
      records: records.map(({ source, key }) => [source, key]),
      hasAuthority: knowledge.authority !== null,
    },
  };
}

/** Adds the dossier, where its advice is settled by what is stated about the packages that it names. */
export function withDossier(body: SettledBody, knowledge: LoadedCve, advice: KeptAdvice | null): MadeBody {
  return { ...body, dossier: advice === null ? null : keptDossier(knowledge, advice, MOST_BYTES) };
}

/** By records, so that no score makes a difference. */
const SETTLED: ReadonlySet<string> = new Set(['published', 'partial', 'withdrawn', 'rejected']);

/** Whether two bodies say the same; how they are packed may differ. */
export function isSameBody(one: StoredBody<StoredSettled>, other: StoredBody<StoredSettled>): boolean {
  if (!isDeepStrictEqual(one.settled, other.settled)) return false;
  try {
    return unpacked(one).equals(unpacked(other)) && isSameDossier(one.dossier, other.dossier);
  } catch {
    return false;
  }
}

/** The lookup that was packed. */
export function lookupOfBody(stored: StoredBody<StoredSettled>): SettledLookup {
  return { body: unpacked(stored), places: stored.settled };
}

function unpacked({ head, rest, settled: { sizes } }: StoredBody<StoredSettled>): Buffer {
  return inflatePieces(Buffer.concat([head, rest]), sizes[0] + sizes[1]);
}

/** The coverage of an answer from a body; records that are past their time are fetched behind it, as behind every answer. */
export async function coverageOfBody(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue' | 'now' | 'sourceStates'>,
  id: string,
  { records, hasAuthority }: StoredSettled,
  idService: CveEvidence['idService'],
): Promise<readonly CoverageRow[]> {
  const coverage = await cveCoverage(deps.sourceStates, { evidence: { idService }, tracker: null });
  const stale = staleSources(coverage);
  if (stale.size > 0 || !hasAuthority) {
    const named = records.map(([source, key]) => ({ source, key }));
    // An answer does not fail because a job could not be added.
    revalidateInBackground(deps, { id, records: named, hasAuthority, idService }, stale).catch(() => {});
  }
  return coverage;
}

/** The answer from a body that fits. */
export async function answerFromBody(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue' | 'now' | 'sourceStates'>,
  id: string,
  stored: StoredBody<StoredSettled>,
  { epss, idService }: Pick<CveEvidence, 'epss' | 'idService'>,
): Promise<PreserialisedJson> {
  const { head, rest } = stored;
  const coverage = await coverageOfBody(deps, id, stored.settled, idService);
  const { filled, ...answer } = fillLookup(lookupOfBody(stored), { score: scoreFact(epss), coverage });
  return {
    ...answer,
    deflated: Buffer.concat([head, ...storedBlocks(filled.score), rest, ...storedBlocks(filled.coverage)]),
  };
}
