import type { SourceId } from '@almanac/contract';
import { type Change, type ChangeSide, changesBetween, EPSS_MOVED_BY } from '@almanac/core/dossier';
import {
  cveVersions,
  type DayScore,
  type HistoricVersion,
  packedDocuments,
  scoreHistory,
} from '../../queries/cve-history.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';

/** A version with what changed, as the answer shows it. */
export interface ShownVersion {
  readonly observedAt: string;
  readonly source: SourceId;
  readonly record: string;
  readonly sha256: string | null;
  readonly upstreamModified: string | null;
  readonly changes: Change[];
}

/** EPSS before its second version is on another scale. */
const SCORES_SINCE = '2022-02-04';

/** One page of everything that was observed of a CVE, newest first. Only the documents of the page are read and compared. */
export async function cveHistory(
  { databases, documents }: Pick<Deps, 'databases' | 'documents'>,
  id: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly total: number; readonly versions: ShownVersion[] }> {
  const [versions, scores] = await Promise.all([
    databases.readWithFallback((db) => cveVersions(db, id)),
    databases.readWithFallback((db) => scoreHistory(db, id, SCORES_SINCE)),
  ]);
  const all = [...versions, ...scoreMoves(scores)].toSorted((a, b) => time(b) - time(a));
  const shown = all.slice((page - 1) * limit, page * limit);
  const compared = await databases.readWithFallback((db) =>
    withChanges(
      documents,
      db,
      shown.filter((version) => 'blob' in version),
    ),
  );
  const next = compared.values();
  return {
    total: all.length,
    versions: shown.flatMap((version) => ('blob' in version ? (next.next().value ?? []) : version)),
  };
}

function time({ observedAt }: { readonly observedAt: Date | string }): number {
  return new Date(observedAt).getTime();
}

/** The versions with their typed changes; only the documents of these are read. */
export async function withChanges(
  documents: Deps['documents'],
  db: Db,
  versions: readonly HistoricVersion[],
): Promise<ShownVersion[]> {
  const wanted = versions.flatMap(({ blob, before }) => [blob, before]).filter((id) => id !== null);
  const packed = await packedDocuments(db, [...new Set(wanted)]);
  const raws = await documents.unpack(db, [...packed.values()]);
  const values = new Map([...packed.keys()].map((id, i) => [id, JSON.parse(raws[i]?.toString() ?? 'null') as unknown]));
  const side = (blob: number | null): ChangeSide | null => (blob === null ? null : { value: values.get(blob) });
  return versions.map(({ source, record, observedAt, upstreamModified, sha256, blob, before }) => ({
    observedAt: observedAt.toISOString(),
    source,
    record,
    sha256,
    upstreamModified: upstreamModified?.toISOString() ?? null,
    changes: changesBetween(comparable(source), record, side(before), side(blob)),
  }));
}

/** The services speak in the form of the list. */
function comparable(source: SourceId): Parameters<typeof changesBetween>[0] {
  return source === 'cve_services' ? 'cve_list_v5' : (source as Parameters<typeof changesBetween>[0]);
}

/** Days on which the score moved by as much as counts; days without a score are passed over. */
function scoreMoves(scores: readonly DayScore[]): ShownVersion[] {
  return scores.flatMap(({ day, score, percentile }, i): ShownVersion[] => {
    const before = scores[i - 1];
    if (before === undefined || Math.abs(score - before.score) < EPSS_MOVED_BY * 1e5) return [];
    const changes = changesBetween(
      'epss',
      day,
      { value: { epss: before.score / 1e5, percentile: before.percentile / 1e5 } },
      { value: { epss: score / 1e5, percentile: percentile / 1e5 } },
    );
    const observedAt = `${day}T00:00:00.000Z`;
    return [{ observedAt, source: 'epss', record: day, sha256: null, upstreamModified: observedAt, changes }];
  });
}
