import type { MyRow } from '@almanac/contract';
import { type DecisionIndex, decideOutcome, isSuppressed } from '@almanac/core/decisions';
import { compareRows, isOfCollection, listSentence, listTotals } from '@almanac/core/my-packages';
import { toFinding } from '@almanac/core/scan';
import type { TodayResult } from './ask.ts';

/** Leaves out suppressed findings, as a scan does. */
export function applyDecisions(result: TodayResult, decisions: DecisionIndex, now: number): TodayResult {
  const rows = result.data.rows.map((row) => decideRow(row, decisions, now));
  if (rows.every((row, place) => row === result.data.rows[place])) return result;
  const { left } = result.data;
  const suppressed = countFindings(result.data.rows) - countFindings(rows);
  const totals = listTotals(rows, left);
  const data = { sentence: listSentence(totals), totals, left, rows: rows.toSorted(compareRows) };
  return { ...result, data, text: null, suppressed };
}

function countFindings(rows: readonly MyRow[]): number {
  return rows.reduce((sum, { findings }) => sum + findings.length, 0);
}

function decideRow(row: MyRow, decisions: DecisionIndex, now: number): MyRow {
  const component = {
    purl: isOfCollection(row.asked) ? `pkg:nix/${encodeURIComponent(row.package)}` : row.asked,
    version: row.version,
  };
  const { verdict, reason, unknownReasons, findings } = decideOutcome(
    component,
    {
      verdict: row.verdict,
      reason: row.verdictReason,
      unknownReasons: row.unknownReasons,
      findings: row.findings.map(toFinding),
      more: row.total - row.findings.length,
    },
    decisions,
    { now, exploited: ({ kev = null }) => kev },
  );
  const counted = row.findings.filter((_, place) => !isSuppressed(findings[place] ?? {}));
  if (counted.length === row.findings.length) return row;
  return {
    ...row,
    verdict,
    verdictReason: reason,
    unknownReasons: [...unknownReasons],
    total: row.total - (row.findings.length - counted.length),
    findings: counted,
    ...(verdict === 'affected' ? {} : { fix: null, advice: null, knownSince: null }),
  };
}
