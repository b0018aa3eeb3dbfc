import { AlmanacError } from '@almanac/client';
import { getGraphAffected, getOsvDetails, getPurl, type OtherMatch, postBatch } from '@almanac/contract';
import type { JudgedPackage, KnownRecord } from '@almanac/core/compare';
import type { ExplainedClearance } from '@almanac/core/explain';
import type { Finding } from '@almanac/core/sbom';
import { MOST_IN_BATCH } from '@almanac/core/scan';
import { isCve } from '../scan/thresholds.ts';
import type { Session } from '../session.ts';

export type Lookups = ReturnType<typeof openLookups>;

interface Details extends Pick<JudgedPackage, 'cleared' | 'isComplete'> {
  readonly findings: readonly Finding[];
}

type Asking = Pick<Session, 'client' | 'signal' | 'progress'>;

/** Single questions that a comparison asks beside the batches. */
const MOST_LOOKUPS = 200;

/** Asks one question after the other until there were too many; what is not answered is null. */
export function openLookups({ client, signal, progress }: Asking) {
  let asked = 0;
  async function once<T>(what: string, question: () => Promise<T>): Promise<T | null> {
    if (asked >= MOST_LOOKUPS) return null;
    asked += 1;
    progress.show(`looking up ${what}`);
    try {
      return await question();
    } catch (error) {
      if (error instanceof AlmanacError) return null;
      throw error;
    }
  }

  return {
    /** Looks up the findings and the cleared vulnerabilities of a package, for one CVE if given, and whether the list is complete. */
    async details(purl: string, cve?: string): Promise<Details> {
      const query = cve === undefined ? {} : { cve };
      const answer = await once(purl, () => client.call(getPurl, { params: { purl }, query }, { signal }));
      const { vulnerabilities = [], total = 0, totalType } = answer?.data.cleared ?? {};
      const cleared = new Map<string, ExplainedClearance>();
      for (const { id, aliases, by, reason, bound = null, staleIssues = [] } of vulnerabilities) {
        const one = { id, source: by.source, record: by.record, reason, bound, staleIssues };
        for (const each of [id, ...aliases]) cleared.set(each.toLowerCase(), one);
      }
      const isAll = total <= vulnerabilities.length && totalType !== 'at_least';
      const isComplete = answer !== null && answer.data.truncated !== true && isAll;
      const { matches = [], otherMatches = [] } = answer?.data ?? {};
      const named = matches.map((match) => findingOf(match.cve, match));
      const others = otherMatches.map((match) => findingOf(match.id, match));
      return { findings: [...named, ...others], cleared, isComplete };
    },

    /** How the records of these ids are, by id in lower case. */
    async records(ids: readonly string[]): Promise<ReadonlyMap<string, KnownRecord>> {
      const known = new Map<string, KnownRecord>();
      const cves = ids.map((id) => id.toUpperCase()).filter(isCve);
      for (let from = 0; from < cves.length; from += MOST_IN_BATCH) {
        const some = cves.slice(from, from + MOST_IN_BATCH);
        const answer = await once('CVEs', () =>
          client.call(postBatch, { body: { ids: some, view: 'brief' } }, { signal }),
        );
        for (const { id, status, data } of answer?.data.results ?? []) {
          known.set(id.toLowerCase(), { status: statusOf(status, data?.['availability']), packages: [] });
        }
      }
      for (const id of ids.filter((each) => !isCve(each.toUpperCase())))
        known.set(id.toLowerCase(), await recordOf(id));
      for (const [id, { status }] of known) {
        if (status === 'published' && isCve(id.toUpperCase()))
          known.set(id, { status, packages: await packagesOf(id) });
      }
      return known;
    },
  };

  async function recordOf(id: string): Promise<KnownRecord> {
    const answer = await once(id, async () => {
      try {
        return await client.call(getOsvDetails, { params: { id } }, { signal });
      } catch (error) {
        // An id that is none of OSV's is one that nobody has.
        if (error instanceof AlmanacError && (error.status === 404 || error.status === 400)) return 'nobody';
        throw error;
      }
    });
    if (answer === null) return { status: 'not_asked', packages: [] };
    if (answer === 'nobody') return { status: 'unknown', packages: [] };
    const { withdrawn } = answer.data as { readonly withdrawn?: unknown };
    const packages = answer.data.affected.flatMap(({ package: one }) =>
      one === undefined ? [] : [`${one.ecosystem} ${one.name}`],
    );
    return { status: typeof withdrawn === 'string' ? 'withdrawn' : 'published', packages: [...new Set(packages)] };
  }

  async function packagesOf(id: string): Promise<readonly string[]> {
    const answer = await once(id, () =>
      client.call(getGraphAffected, { params: { id: id.toUpperCase() }, query: { limit: 20 } }, { signal }),
    );
    const named = (answer?.data.packages ?? []).map(({ ecosystem, vendor, name }) =>
      [ecosystem ?? vendor, name].filter((part) => part !== null).join(' '),
    );
    return [...new Set(named)];
  }
}

function findingOf(id: string, match: Omit<OtherMatch, 'id'>): Finding {
  const { aliases = [], confidence, status = 'affected', severity, affectedVersions, sources = [] } = match;
  return {
    id,
    aliases,
    confidence,
    status,
    severity: severity ?? null,
    title: match.title,
    affectedVersions: affectedVersions === 'unknown' ? null : affectedVersions,
    fixedIn: match.fixedIn ?? null,
    sources,
  };
}

function statusOf(status: string, availability: unknown): KnownRecord['status'] {
  if (status === 'unavailable') return 'not_asked';
  if (status !== 'ok') return 'unknown';
  if (availability === 'rejected' || availability === 'withdrawn') return availability;
  return availability === 'published' || availability === 'partial' ? 'published' : 'unknown';
}
