import type { Verdict } from '../ranges/model.ts';
import type { Finding } from '../sbom/findings.ts';
import type { ScanEntry } from './read-scanned-file.ts';

/** Why nothing can be said of a component. */
export type UnknownWhy =
  | 'no_purl'
  | 'invalid'
  | 'no_version'
  | 'not_covered'
  | 'not_known'
  | 'failed'
  | 'cancelled'
  | 'pending';

/** What is known of a component so far. */
export interface ScanOutcome {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Null unless the verdict is unknown. */
  readonly why: UnknownWhy | null;
  readonly findings: readonly Finding[];
  /** Findings that the answer counts and does not carry. */
  readonly more: number;
}

/** What `POST /purls` answers for one purl, as far as it is read here. */
export interface AnsweredPurl {
  readonly status: 'ok' | 'invalid' | 'not_covered';
  readonly version?: string | undefined;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  readonly total: number;
  readonly matches: readonly AnsweredMatch[];
}

interface AnsweredMatch extends Pick<Finding, 'id' | 'confidence' | 'status' | 'sources'> {
  readonly severity?: Finding['severity'] | undefined;
  /** `unknown` where no record gives a range. */
  readonly affectedVersions: string;
  readonly fixedIn?: string | undefined;
}

/** What came of asking about a purl. */
export type ScanReply =
  | { readonly kind: 'answer'; readonly answer: AnsweredPurl }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

/** Whatever is not answered is unknown: silence is never shown as clean. */
export const PENDING_OUTCOME: ScanOutcome = unknown('pending', 'it has not been asked about yet');

/** What a reply comes to, for every component with its purl. */
export function scanOutcome(reply: ScanReply): ScanOutcome {
  if (reply.kind === 'failed') return unknown('failed', reply.reason);
  if (reply.kind === 'cancelled') return unknown('cancelled', 'the scan was stopped before it was asked about');
  const { answer } = reply;
  const findings = answer.matches.map(findingOf);
  return {
    verdict: answer.verdict,
    reason: answer.verdictReason,
    why: answer.verdict === 'unknown' ? whyUnknown(answer) : null,
    findings,
    more: Math.max(0, answer.total - findings.length),
  };
}

/** Of a component about which nothing can be asked. */
export function unaskedOutcome({ obstacle }: ScanEntry): ScanOutcome {
  return unknown(obstacle?.why ?? 'no_purl', obstacle?.reason ?? 'nothing could be asked about it');
}

function unknown(why: UnknownWhy, reason: string): ScanOutcome {
  return { verdict: 'unknown', reason, why, findings: [], more: 0 };
}

function whyUnknown({ status, version }: AnsweredPurl): UnknownWhy {
  if (status === 'invalid') return 'invalid';
  if (status === 'not_covered') return 'not_covered';
  return version === 'any' ? 'no_version' : 'not_known';
}

function findingOf({ id, confidence, status, severity, affectedVersions, fixedIn, sources }: AnsweredMatch): Finding {
  return {
    id,
    aliases: [],
    confidence,
    status,
    severity: severity ?? null,
    title: null,
    affectedVersions: affectedVersions === 'unknown' ? null : affectedVersions,
    fixedIn: fixedIn ?? null,
    sources,
  };
}
