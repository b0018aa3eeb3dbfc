import { clearancesIn, type ExplainableAnswer } from '../explain/answer.ts';
import type { ExplainedClearance } from '../explain/explain.ts';
import { normaliseCveId } from '../ids/cve.ts';
import type { Finding } from '../sbom/findings.ts';
import { type BatchAnswer, MOST_IN_BATCH } from '../scan/exploitation-answer.ts';
import { type AnsweredMatch, PENDING_OUTCOME, type ScanOutcome, toFinding } from '../scan/scan-outcome.ts';
import type { JudgedPackage, Knowledge, KnownRecord } from './knowledge.ts';
import type { ScannerReport } from './model.ts';

/** Whatever is not answered is null. */
export interface CompareService {
  /** `GET /purl/:purl`, for one CVE if given. */
  getPackage(purl: string, cve?: string): Promise<AnsweredPackage | null>;
  /** `POST /cve/batch` with `view: brief`. */
  getCves(ids: readonly string[]): Promise<BatchAnswer['data'] | null>;
  /** `GET /osv-details/:id`. */
  getOsvRecord(id: string): Promise<AnsweredRecord | 'unknown' | null>;
  /** The packages of `GET /graph/cve/:id/affected`. */
  getAffected(id: string): Promise<readonly AnsweredSubject[] | null>;
}

/** Left out: the match is affected, and no source is named. */
interface AnsweredDetail extends Omit<AnsweredMatch, 'id' | 'status' | 'sources'> {
  readonly status?: AnsweredMatch['status'] | undefined;
  readonly sources?: AnsweredMatch['sources'] | undefined;
}

interface AnsweredPackage extends Pick<ExplainableAnswer['data'], 'cleared'> {
  readonly matches: readonly (AnsweredDetail & { readonly cve: string })[];
  readonly otherMatches?: readonly (AnsweredDetail & { readonly id: string })[] | undefined;
  readonly truncated?: boolean | undefined;
}

interface AnsweredRecord {
  readonly affected: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string } | undefined;
  }[];
  readonly withdrawn?: unknown;
}

interface AnsweredSubject {
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
}

interface Details extends Pick<JudgedPackage, 'cleared' | 'isComplete'> {
  readonly findings: readonly Finding[];
}

/** Requests beyond the first question about every package. */
const MAX_LOOKUPS = 200;

/** Looks closer at what only the report finds: cleared versions, then the records themselves. */
export async function lookUpReport(
  service: CompareService,
  { packages, findings }: ScannerReport,
  outcomes: ReadonlyMap<string, ScanOutcome>,
): Promise<Knowledge> {
  const lookups = openLookups(service);
  const reported = Map.groupBy(findings, ({ package: { purl } }) => purl);
  const judged = new Map<string, JudgedPackage>();
  const open = new Set<string>();
  for (const purl of packages.flatMap((each) => each.purl ?? [])) {
    const ids = (reported.get(purl) ?? []).map((finding) => finding.ids);
    const one = await lookCloser(lookups, purl, outcomes.get(purl) ?? PENDING_OUTCOME, ids);
    judged.set(purl, one);
    for (const unmet of findUnmet(one.outcome, ids)) {
      if (!unmet.some((id) => one.cleared.has(id.toLowerCase()))) for (const id of unmet) open.add(id);
    }
  }
  return { packages: judged, records: await lookups.records([...open]) };
}

/** Asks for everything about a package if the brief answer lacks what the report finds. */
async function lookCloser(
  lookups: Lookups,
  purl: string,
  outcome: ScanOutcome,
  reported: readonly (readonly string[])[],
): Promise<JudgedPackage> {
  const isBrief = findUnmet(outcome, reported).length > 0 || outcome.more > 0;
  if (!isBrief || outcome.unknownReasons.includes('failed')) {
    return { outcome, cleared: new Map(), isComplete: outcome.more === 0 };
  }
  const { findings, cleared: listed, isComplete } = await lookups.details(purl);
  const cleared = new Map(listed);
  if (!isComplete) {
    const missing = findUnmet({ ...outcome, findings: [...outcome.findings, ...findings] }, reported);
    for (const cve of missing.flatMap((ids) => ids.flatMap((id) => normaliseCveId(id) ?? []).slice(0, 1))) {
      for (const [id, clearance] of (await lookups.details(purl, cve)).cleared) cleared.set(id, clearance);
    }
  }
  const carried = new Set(outcome.findings.map(({ id }) => id));
  const others = findings.filter(({ id }) => !carried.has(id));
  const more = Math.max(0, outcome.more - others.length);
  return { outcome: { ...outcome, findings: [...outcome.findings, ...others], more }, cleared, isComplete };
}

/** Findings of the report that Almanac has under none of their ids. */
function findUnmet(
  { findings }: ScanOutcome,
  reported: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const met = new Set(findings.flatMap(({ id, aliases }) => [id, ...aliases]).map((id) => id.toLowerCase()));
  return reported.filter((ids) => !ids.some((id) => met.has(id.toLowerCase())));
}

type Lookups = ReturnType<typeof openLookups>;

/** Asks the service until the limit is reached. */
export function openLookups(service: CompareService) {
  let left = MAX_LOOKUPS;
  const ask = async <T>(question: () => Promise<T | null>): Promise<T | null> => {
    if (left === 0) return null;
    left -= 1;
    return question();
  };

  return {
    /** The findings and clearances of a package, and whether the lists are complete. */
    async details(purl: string, cve?: string): Promise<Details> {
      const data = await ask(() => service.getPackage(purl, cve));
      if (data === null) return { findings: [], cleared: new Map(), isComplete: false };
      const { vulnerabilities = [], total = 0, totalType } = data.cleared ?? {};
      const cleared = new Map<string, ExplainedClearance>();
      for (const { aliases, ...clearance } of clearancesIn(data)) {
        for (const id of [clearance.id, ...aliases]) cleared.set(id.toLowerCase(), clearance);
      }
      const isAll = total <= vulnerabilities.length && totalType !== 'at_least';
      const matches = [
        ...data.matches.map(({ cve: id, ...match }) => ({ ...match, id })),
        ...(data.otherMatches ?? []),
      ];
      return {
        findings: matches.map(({ status = 'affected', sources = [], ...match }) =>
          toFinding({ ...match, status, sources }),
        ),
        cleared,
        isComplete: data.truncated !== true && isAll,
      };
    },

    /** The status of these ids' records, by id in lower case. */
    async records(ids: readonly string[]): Promise<ReadonlyMap<string, KnownRecord>> {
      const known = new Map<string, KnownRecord>();
      const cves = ids.flatMap((id) => normaliseCveId(id) ?? []);
      for (let from = 0; from < cves.length; from += MOST_IN_BATCH) {
        const answer = await ask(() => service.getCves(cves.slice(from, from + MOST_IN_BATCH)));
        for (const { id, status, data } of answer?.results ?? []) {
          known.set(id.toLowerCase(), { status: toRecordStatus(status, data?.['availability']), packages: [] });
        }
      }
      for (const id of ids.filter((each) => normaliseCveId(each) === null)) {
        known.set(id.toLowerCase(), toKnownRecord(await ask(() => service.getOsvRecord(id))));
      }
      for (const cve of cves) {
        const record = known.get(cve.toLowerCase());
        if (record?.status !== 'published') continue;
        const subjects = (await ask(() => service.getAffected(cve))) ?? [];
        known.set(cve.toLowerCase(), { ...record, packages: listNames(subjects) });
      }
      return known;
    },
  };
}

function toKnownRecord(record: AnsweredRecord | 'unknown' | null): KnownRecord {
  if (record === null) return { status: 'not_asked', packages: [] };
  if (record === 'unknown') return { status: 'unknown', packages: [] };
  const names = record.affected.flatMap(({ package: one }) =>
    one === undefined ? [] : `${one.ecosystem} ${one.name}`,
  );
  return { status: typeof record.withdrawn === 'string' ? 'withdrawn' : 'published', packages: [...new Set(names)] };
}

function listNames(subjects: readonly AnsweredSubject[]): string[] {
  const names = subjects.map(({ ecosystem, vendor, name }) =>
    [ecosystem ?? vendor, name].filter((part) => part !== null).join(' '),
  );
  return [...new Set(names)];
}

function toRecordStatus(status: string, availability: unknown): KnownRecord['status'] {
  if (status === 'unavailable') return 'not_asked';
  if (status !== 'ok') return 'unknown';
  if (availability === 'rejected' || availability === 'withdrawn') return availability;
  return availability === 'published' || availability === 'partial' ? 'published' : 'unknown';
}
