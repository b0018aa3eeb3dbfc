import {
  BriefMatch,
  type Match,
  type OtherMatch,
  type PackageAdvice,
  SeverityOrUnknown,
  UnknownReason,
  Verdict,
} from '@almanac/contract';
import * as z from 'zod';
import { nameSome } from '../brief.ts';
import { Prose, plain, prose } from '../prose.ts';
import { text } from '../untyped.ts';

const shape = BriefMatch.shape;

export const MatchInBrief = z.object({
  id: z.string(),
  status: z.enum(shape.status.options).describe('Only `affected` counts in the verdict. Verify `possible` manually.'),
  confidence: z.enum(shape.confidence.options),
  severity: z.enum(SeverityOrUnknown.options),
  title: Prose.nullable(),
  affectedVersions: z.string(),
  fixedIn: z.string().nullable().describe('Null if no fix is known.'),
  sources: z.array(z.string()),
});

export const AdviceInBrief = z
  .object({
    action: z.string(),
    sentence: z.string(),
    target: z.string().nullable().describe('The smallest version without known vulnerabilities.'),
    command: z.string().nullable(),
  })
  .nullable()
  .describe('Null if there is nothing to do, or if not checked.');

export function adviceInBrief(advice: PackageAdvice | null | undefined): z.input<typeof AdviceInBrief> {
  if (advice == null) return null;
  const { action, sentence, target, command } = advice;
  return { action, sentence: plain(sentence, 400), target: text(target), command: text(command) };
}

export const judged = {
  verdict: z
    .enum(Verdict.options)
    .describe(
      '`none_known`: checked, and no record names the package. `unknown` does not mean unaffected: it could not be checked.',
    ),
  verdictReason: z.string(),
  unknownReasons: z.array(z.enum(UnknownReason.options)).describe('Empty unless the verdict is `unknown`.'),
};

export function matchInBrief(match: Match | OtherMatch): z.input<typeof MatchInBrief> {
  const sources = (match.sources ?? [match.source]).slice(0, 6);
  return {
    id: idOf(match),
    status: match.status ?? 'possible',
    confidence: match.confidence,
    severity: match.severity ?? 'unknown',
    title: prose(match.title, sources.join(', '), 120),
    affectedVersions: plain(match.affectedVersions, 160),
    fixedIn: match.fixedIn === undefined ? null : plain(match.fixedIn),
    sources,
  };
}

/** `2 matches: CVE-2021-23337 (high, fixed in 4.17.21), …`. */
export function summariseMatches(
  matches: readonly Pick<z.input<typeof MatchInBrief>, 'id' | 'severity' | 'fixedIn'>[],
  total: number,
): string | null {
  if (total === 0) return null;
  const names = matches.map(({ id, severity, fixedIn }) => {
    return `${id} (${severity === 'unknown' ? 'not rated' : severity}${fixedIn === null ? '' : `, fixed in ${fixedIn}`})`;
  });
  return `${total} ${total === 1 ? 'match' : 'matches'}: ${nameSome(names, total)}.`;
}

export function idOf(match: Match | OtherMatch): string {
  return plain('cve' in match ? match.cve : match.id);
}

/** Warns against wrong conclusions from a verdict. */
export function verdictCaution(verdict: Verdict, reasons: readonly UnknownReason[]): string | null {
  if (verdict === 'none_known') return 'No source has a record of this package. That does not prove it is unaffected.';
  if (verdict !== 'unknown') return null;
  return reasons.includes('version_missing')
    ? 'No version was given, so nothing could be confirmed. This does not mean the package is unaffected. Repeat with a version.'
    : "We don't know whether this version is affected. Do not treat it as unaffected.";
}
