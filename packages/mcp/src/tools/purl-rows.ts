import { PurlAnswer, type Verdict } from '@almanac/contract';
import * as z from 'zod';
import { type Cutting, cautions, nameSome } from '../brief.ts';
import { plain } from '../prose.ts';
import { AdviceInBrief, adviceInBrief, judged, MatchInBrief, verdictCaution } from './matches.ts';

const Count = z.int().nonnegative();

export const VerdictTotals = z.object({ affected: Count, unknown: Count, none_known: Count, not_affected: Count });

export const PurlRow = z.object({
  purl: z.string(),
  status: z.enum(PurlAnswer.shape.status.options),
  problem: z.string().nullable(),
  ...judged,
  caution: z.string().nullable(),
  total: Count,
  matches: z.array(MatchInBrief.omit({ title: true, sources: true })).describe('The first few.'),
  advice: AdviceInBrief,
});

/** Most urgent first; unchecked packages come before clean ones. */
const ORDER: readonly Verdict[] = ['affected', 'unknown', 'none_known', 'not_affected'];

export function totalsOf(rows: readonly PurlAnswer[]): z.infer<typeof VerdictTotals> {
  const count = (wanted: Verdict) => rows.filter(({ verdict }) => verdict === wanted).length;
  return {
    affected: count('affected'),
    unknown: count('unknown'),
    none_known: count('none_known'),
    not_affected: count('not_affected'),
  };
}

export function uncheckedCaution(unknown: number, all: number): string | null {
  return unknown > 0 ? `${unknown} of ${all} could not be checked. They may be affected.` : null;
}

export function summariseRows(
  totals: z.infer<typeof VerdictTotals>,
  rows: readonly z.input<typeof PurlRow>[],
): string | null {
  const { affected, unknown, none_known, not_affected } = totals;
  const names = rows.flatMap(({ purl, verdict, matches, total }) => {
    return verdict === 'affected'
      ? [
          `${purl}: ${nameSome(
            matches.map(({ id }) => id),
            total,
          )}`,
        ]
      : [];
  });
  return cautions(
    `${affected} affected, ${unknown} unknown, ${none_known} none known, ${not_affected} not affected.`,
    names.length === 0 ? null : `Affected: ${nameSome(names, affected)}.`,
  );
}

export function rowsInBrief(rows: readonly PurlAnswer[], cut: Cutting): z.input<typeof PurlRow>[] {
  const ranked = rows.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  return cut.first(ranked).map((row) => {
    const matches = cut.first(row.matches, 3);
    cut.leave(Math.max(0, row.total - row.matches.length));
    return {
      purl: plain(row.purl, 200),
      status: row.status,
      problem: row.problem === undefined ? null : plain(row.problem, 200),
      verdict: row.verdict,
      verdictReason: plain(row.verdictReason, 200),
      unknownReasons: row.unknownReasons ?? [],
      caution: row.status === 'ok' ? verdictCaution(row.verdict, row.unknownReasons ?? []) : null,
      total: row.total,
      matches: matches.map(({ id, status, confidence, severity, affectedVersions, fixedIn }) => ({
        id: plain(id),
        status,
        confidence,
        severity: severity ?? ('unknown' as const),
        affectedVersions: plain(affectedVersions),
        fixedIn: fixedIn === undefined ? null : plain(fixedIn),
      })),
      advice: adviceInBrief(row.advice),
    };
  });
}
