import type { CoverageRow } from '@almanac/contract';
import {
  aggregatorNames,
  attributeKey,
  mayBeProject,
  type ProjectRow,
  readProject,
  readProjects,
} from '@almanac/core/repology';
import { fetchedRecord } from '../../queries/fetched-record.ts';
import { knownAttributes } from '../../queries/known-attributes.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { askUpstream } from '../sources/ask-upstream.ts';
import type { RefreshResult } from '../sources/request-refresh.ts';

/** What the version aggregator says of a package, and how surely that is still so. */
export interface KnownProject {
  readonly project: string;
  readonly rows: readonly ProjectRow[];
  readonly coverage: CoverageRow;
}

/** Its answers are good for an hour, those that there is nothing too. */
const HOUR_MS = 3_600_000;

/** That it could not be asked is believed for a minute only. */
const FAILURE_MS = 60_000;

/** The first question waits in the line of all who ask, at one a second. The others have had their turn to wait. */
const FIRST_WAITS = 2;

/**
 * The project of a package: by its canonical name, else by the attribute. What is older than an hour is asked for anew; it is
 * served as old where the aggregator cannot be asked. Throws PACKAGE_UNKNOWN where the aggregator says that it has no such
 * package, and UPSTREAM_UNAVAILABLE where that could not be found out: never the one for the other.
 */
export async function knownProject(
  deps: Pick<Deps, 'databases' | 'documents' | 'liveFetchMs' | 'liveFetchQueue'>,
  requested: string,
  context: Context,
): Promise<KnownProject> {
  const { project, attribute } = aggregatorNames(requested);
  const carried = await isCarried(deps, attribute === null ? [project, requested] : [project, requested, attribute]);
  // A name is one live fetch, however many questions it takes.
  const asking = { ...context, carried, spendFetch: once(context.spendFetch) };
  const direct = await knownAs(deps, requested, project, asking, FIRST_WAITS);
  if (direct !== null) return direct;
  const projects = attribute === null ? [] : await projectsOf(deps, requested, attribute, asking);
  const [only, ...more] = projects;
  if (more.length > 0) throw packageUnknown(requested, `Did you mean one of ${projects.join(', ')}?`);
  const mapped = only === undefined ? null : await knownAs(deps, requested, only, asking, 1);
  if (mapped !== null) return mapped;
  throw packageUnknown(requested, `Repology has neither a project '${project}' nor a package with this attribute.`);
}

/** Null: the aggregator has no project of that name. */
async function knownAs(
  deps: Pick<Deps, 'databases' | 'documents' | 'liveFetchMs' | 'liveFetchQueue'>,
  requested: string,
  project: string,
  context: Asking,
  waits: number,
): Promise<KnownProject | null> {
  if (!mayBeProject(project)) return null;
  const result = await ask(deps, project, context, waits);
  if (result.outcome === 'unknown') return null;
  const { databases, documents } = deps;
  // From the primary: a replica may not know yet what has just been stored.
  const kept = await fetchedRecord(databases.primary, 'repology', project);
  if (kept === null) throw unavailable(requested, result);
  const [bytes] = await documents.unpack(databases.primary, [kept.packed]);
  const rows = readProject(JSON.parse(bytes?.toString() ?? 'null'));
  if (rows === null) throw unavailable(requested, result);
  const { observedAt, confirmedAt } = kept;
  const state = result.outcome === 'done' ? 'ok' : result.outcome === 'timeout' ? 'stale' : 'unreachable';
  const checkedAt = (confirmedAt ?? observedAt).toISOString();
  return { project, rows, coverage: { source: 'repology', state, checkedAt, changedAt: observedAt.toISOString() } };
}

/** The projects that the aggregator files the collection's attribute under. */
async function projectsOf(
  deps: Pick<Deps, 'databases' | 'liveFetchMs' | 'liveFetchQueue'>,
  requested: string,
  attribute: string,
  context: Asking,
): Promise<readonly string[]> {
  const result = await ask(deps, attributeKey(attribute), context, 1);
  if (result.outcome !== 'unknown') throw unavailable(requested, result);
  return result.state === null ? [] : readProjects(result.state);
}

async function ask(
  deps: Pick<Deps, 'databases' | 'liveFetchMs' | 'liveFetchQueue'>,
  key: string,
  context: Asking,
  waits: number,
): Promise<RefreshResult> {
  const { carried, spendFetch: beforeAsking } = context;
  const asked = { source: 'repology', key, timeoutMs: waits * deps.liveFetchMs, carried, beforeAsking } as const;
  const result = await askUpstream(deps, { ...asked, maxAgeMs: HOUR_MS }, context);
  return result.outcome === 'unreachable' ? askUpstream(deps, { ...asked, maxAgeMs: FAILURE_MS }, context) : result;
}

/** One question to the aggregator, on whoever's behalf. */
interface Asking extends Context {
  /** Part of the day's budget is kept for names that the collection carries. */
  readonly carried: boolean;
}

async function isCarried({ databases }: Pick<Deps, 'databases'>, names: readonly string[]): Promise<boolean> {
  return (await databases.readWithFallback((db) => knownAttributes(db, names))).size > 0;
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

/** The text is the contract's (section 7). */
function packageUnknown(requested: string, hint: string): ApiError {
  return new ApiError('PACKAGE_UNKNOWN', `Package '${requested}' not found on the version aggregator`, { hint });
}

function unavailable(requested: string, { outcome }: RefreshResult): ApiError {
  const slow = outcome === 'timeout';
  const why = slow ? 'is not responding' : 'is unavailable';
  return new ApiError('UPSTREAM_UNAVAILABLE', `The version aggregator ${why}`, {
    retryAfter: slow ? 3 : 60,
    hint: `We have no data about '${requested}', and could not check whether it is tracked.`,
  });
}
