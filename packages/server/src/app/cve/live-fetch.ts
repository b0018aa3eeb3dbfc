import type { SourceId } from '@almanac/contract';
import { availabilityOf } from '@almanac/core/dossier';
import { parseCveId } from '@almanac/core/ids';
import type { CveEvidence } from '../../queries/cve-evidence.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { askUpstream, mostWaiting } from '../sources/ask-upstream.ts';
import { requestRefresh } from '../sources/request-refresh.ts';
import type { LoadedCve } from './cve-facts.ts';
import { readCve, readCveFrom } from './read-cve.ts';

/** That nobody has an id is believed for so long. */
const UNKNOWN_FOR_MS = 600_000;

/** Asked once the id service knows the id. */
const OTHERS: readonly SourceId[] = ['osv', 'nvd', 'epss'];

/**
 * What is known of a CVE. An id that nobody has stored is first asked of the id service, then of the others side by side,
 * each within the time that an answer may wait. Throws CVE_UNKNOWN where nobody has it, and UPSTREAM_UNAVAILABLE where that
 * could not be found out: never the one for the other.
 */
export async function loadOrFetchCve(
  deps: Pick<Deps, 'databases' | 'documents' | 'liveFetchMs' | 'liveFetchQueue'>,
  id: string,
  context: Context,
): Promise<LoadedCve> {
  return knownOrFetched(deps, id, await readCve(deps, id), context);
}

/** The same of what was already read. */
export async function knownOrFetched(
  deps: Pick<Deps, 'databases' | 'documents' | 'liveFetchMs' | 'liveFetchQueue'>,
  id: string,
  stored: LoadedCve,
  context: Context,
): Promise<LoadedCve> {
  // Well formed, but of a year before the first ids: nobody needs to be asked.
  if (parseCveId(id) === null) throw cveUnknown(id);
  if (isKnown(stored)) return stored;
  const asked = await ask(deps, 'cve_services', id, context, context.spendFetch);
  // A 404 is confirmed on the primary: a replica may not know yet what has just been stored.
  if (asked === 'known') await Promise.all(OTHERS.map((source) => ask(deps, source, id, context)));
  const { primary } = deps.databases;
  const now = await readCveFrom(deps.documents, primary, id);
  if (isKnown(now)) return now;
  if (asked === 'unknown') throw cveUnknown(id);
  throw new ApiError('UPSTREAM_UNAVAILABLE', 'The CVE services are unavailable', {
    retryAfter: 10,
    hint: `We have no record of ${id}, and could not check whether it exists.`,
  });
}

function isKnown({ facts }: LoadedCve): boolean {
  const { availability } = availabilityOf(facts);
  return availability !== 'unknown' && availability !== 'unreachable';
}

async function ask(
  deps: Pick<Deps, 'databases' | 'liveFetchMs' | 'liveFetchQueue'>,
  source: SourceId,
  key: string,
  context: Context,
  beforeAsking: () => void = () => {},
): Promise<'known' | 'unknown' | 'unreachable'> {
  const asked = { source, key, timeoutMs: deps.liveFetchMs, maxAgeMs: UNKNOWN_FOR_MS, beforeAsking };
  const result = await askUpstream(deps, asked, context);
  if (result.outcome === 'done') return 'known';
  if (result.outcome !== 'unknown') return 'unreachable';
  return result.state === null ? 'unknown' : 'known';
}

export function cveUnknown(id: string): ApiError {
  return new ApiError('CVE_UNKNOWN', 'not_found', {
    hint: `No source has a record of ${id}. Expected format: CVE-YYYY-NNNNN+.`,
  });
}

/** What can be fetched again of a CVE. */
export interface Refreshable {
  readonly id: string;
  readonly records: readonly { readonly source: SourceId; readonly key: string }[];
  readonly hasAuthority: boolean;
  readonly idService: CveEvidence['idService'];
}

export function refreshable({ facts, records, authority, evidence }: LoadedCve): Refreshable {
  return { id: facts.id, records, hasAuthority: authority !== null, idService: evidence.idService };
}

/** Sources that can be asked for one record. */
const ASKABLE = new Set<SourceId>(['cve_services', 'osv', 'advisory', 'nvd']);

/**
 * Behind the answer: records of sources that are past their time are fetched again, and a CVE without a record of the CVE
 * list is looked for once more. One job for each record, however many ask.
 */
export async function revalidateInBackground(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue' | 'now'>,
  { id, records, hasAuthority, idService }: Refreshable,
  stale: ReadonlySet<SourceId>,
): Promise<void> {
  const wanted = new Map<string, { source: SourceId; key: string }>();
  const want = (source: SourceId, key: string) => wanted.set(`${source} ${key}`, { source, key });
  for (const { source, key } of records) if (stale.has(source) && ASKABLE.has(source)) want(source, key);
  if (stale.has('cve_list_v5')) want('cve_services', id);
  const asked = idService === null ? 0 : Date.parse(idService.finishedAt);
  if (!hasAuthority && deps.now() - asked > ASKED_AGAIN_AFTER_MS) want('cve_services', id);
  for (const each of [...wanted.values()].slice(0, MOST_BEHIND)) {
    await requestRefresh(
      { db: deps.databases.primary },
      { ...each, priority: 'background', maxAgeMs: FETCHED_JUST_NOW_MS, mostWaiting: mostWaiting(deps, ANYBODY) },
    );
  }
}

/** What is fetched behind an answer has none of the places that are kept. */
const ANYBODY = { authenticated: false };
const MOST_BEHIND = 5;
/** What an answer has just fetched is not fetched once more behind it. */
const FETCHED_JUST_NOW_MS = 5 * 60_000;
/** A reserved id may be published at any moment. */
const ASKED_AGAIN_AFTER_MS = 3_600_000;
