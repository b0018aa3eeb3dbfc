import type { ComponentAdvice } from '../advice/model.ts';
import type { PackageVerdict, UnknownReason } from '../matching/decide/verdict.ts';
import type { Finding } from '../sbom/findings.ts';
import type { ScanEntry } from './read-scanned-file.ts';

/** Reasons for `unknown` that arise in a scan itself, beside those of an answer about a package, each with what it means. */
export const SCAN_REASONS = [
  ['no_purl', 'The file gives no package URL for the component.'],
  ['invalid', "The component's package URL is invalid."],
  ['unreadable', 'A file or line could not be parsed, or no file was found.'],
  ['not_rated', "We don't know whether a finding reaches a threshold."],
  ['failed', 'The service did not respond, or the required part of the snapshot was not pulled.'],
  ['cancelled', 'The scan was stopped before the component was checked.'],
  ['pending', 'The component has not been checked yet.'],
] as const;
export type ScanReason = UnknownReason | (typeof SCAN_REASONS)[number][0];

/** What is known of a component so far. */
export interface ScanOutcome {
  readonly verdict: PackageVerdict;
  readonly reason: string;
  /** Why the verdict is `unknown`; empty for the others. */
  readonly unknownReasons: readonly ScanReason[];
  readonly findings: readonly Finding[];
  /** Findings that the answer counts and does not carry. */
  readonly more: number;
  /** What to do about an affected component; null where that was not checked. */
  readonly advice: ComponentAdvice | null;
}

/** What `POST /purls` answers for one purl, as far as it is read here. */
export interface AnsweredPurl {
  readonly status: 'ok' | 'invalid' | 'not_covered';
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly unknownReasons?: readonly UnknownReason[] | undefined;
  readonly total: number;
  readonly matches: readonly AnsweredMatch[];
  readonly advice?: ComponentAdvice | undefined;
}

export interface AnsweredMatch extends Pick<Finding, 'id' | 'confidence' | 'status' | 'sources'> {
  readonly aliases?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly severity?: Finding['severity'] | undefined;
  readonly score?: number | undefined;
  readonly records?: Finding['records'];
  /** `unknown` where no record gives a range. */
  readonly affectedVersions: string;
  readonly fixedIn?: string | undefined;
  readonly kev?: boolean | undefined;
  readonly epss?: number | null | undefined;
}

/** What came of asking about a purl. */
export type ScanReply =
  | { readonly kind: 'answer'; readonly answer: AnsweredPurl }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** Whatever is not answered is unknown: silence is never shown as clean. */
export const PENDING_OUTCOME: ScanOutcome = unknown('pending', 'not checked yet');

/** What a reply comes to, for every component with its purl. */
export function scanOutcome(reply: ScanReply): ScanOutcome {
  if (reply.kind === 'failed') return unknown('failed', reply.reason);
  if (reply.kind === 'cancelled') return unknown('cancelled', 'the scan was stopped first');
  const { answer } = reply;
  const findings = answer.matches.map(toFinding);
  return {
    verdict: answer.verdict,
    reason: answer.verdictReason,
    unknownReasons: answer.verdict === 'unknown' ? reasonsOf(answer) : [],
    findings,
    more: Math.max(0, answer.total - findings.length),
    advice: answer.advice ?? null,
  };
}

/** Of a component about which nothing can be asked. */
export function unaskedOutcome({ obstacle }: ScanEntry): ScanOutcome {
  return unknown(obstacle?.why ?? 'no_purl', obstacle?.reason ?? 'it cannot be looked up');
}

function unknown(why: ScanReason, reason: string): ScanOutcome {
  return { verdict: 'unknown', reason, unknownReasons: [why], findings: [], more: 0, advice: null };
}

/** A service that names no reason, or one of which nothing is known here, could not check it all the same. */
function reasonsOf({ status, unknownReasons = [] }: AnsweredPurl): readonly ScanReason[] {
  if (status === 'invalid') return ['invalid'];
  return status === 'not_covered' || unknownReasons.length === 0 ? ['not_covered'] : unknownReasons;
}

export function toFinding(match: AnsweredMatch): Finding {
  const { id, confidence, status, affectedVersions, kev, epss, sources, records } = match;
  return {
    id,
    aliases: match.aliases ?? [],
    confidence,
    status,
    severity: match.severity ?? null,
    score: match.score ?? null,
    title: match.title ?? null,
    affectedVersions: affectedVersions === 'unknown' ? null : affectedVersions,
    fixedIn: match.fixedIn ?? null,
    ...(kev === undefined ? {} : { kev }),
    ...(epss === undefined ? {} : { epss }),
    sources,
    ...(records === undefined ? {} : { records }),
  };
}
