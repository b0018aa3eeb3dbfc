import type { Checked } from '../support/app.ts';
import type { JudgedCase } from './judged-cases.ts';

/** What the service said of a case. */
export interface Answered {
  readonly case: JudgedCase;
  readonly verdict: 'affected' | 'not_affected' | 'none_known' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low' | null;
  /** By which an `affected` came about; null for any other answer. */
  readonly rule: string | null;
  /** What a reader needs to understand a miss. */
  readonly because: string;
}

export interface Rate {
  readonly right: number;
  readonly of: number;
  /** Wilson's interval of 95 %. */
  readonly from: number;
  readonly to: number;
}

export interface Score {
  readonly high: Rate;
  readonly medium: Rate;
  readonly recall: Rate;
  readonly notAffected: Rate;
  readonly noneKnown: Rate;
  readonly counts: ReadonlyMap<string, number>;
  /** Of each rule that answered `affected`. */
  readonly rules: ReadonlyMap<string, Rate>;
  readonly misses: readonly string[];
}

/** The question about one case: the vulnerability alone, so that the verdict is about it. */
export function pathOf({ question, version, cve }: JudgedCase): string {
  const one = isCve(cve) ? `cve=${cve}` : '';
  if ('purl' in question) return `/api/v1/purl/${encodeURIComponent(question.purl)}?${one}`;
  return `/api/v1/vulns/${encodeURIComponent(question.package)}?version=${encodeURIComponent(version)}&${one}`;
}

interface ShownMatch {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly confidence: 'high' | 'medium' | 'low';
  readonly status: string;
  readonly affectedVersions: string;
  readonly proof: {
    readonly rule: string;
    readonly evidence: readonly {
      readonly id: string;
      readonly identity: { readonly rule: string; readonly to: string };
    }[];
  };
}

/** Questions about one vulnerability take the id of a CVE; of what a fuzzer found, the whole answer is asked for. */
function isCve(id: string): boolean {
  return id.startsWith('CVE-');
}

function verdictOfMatch(match: ShownMatch | undefined, whole: Answered['verdict']): Answered['verdict'] {
  if (match === undefined) return whole === 'affected' ? 'not_affected' : whole;
  return match.status === 'affected' ? 'affected' : 'unknown';
}

export function answeredOf(one: JudgedCase, { body }: Checked): Answered {
  const data = body['data'] as {
    matches: ShownMatch[];
    otherMatches?: ShownMatch[];
    cleared?: { vulnerabilities: { by: { record: string }; bound?: string }[] };
  };
  const all = [...data.matches, ...(data.otherMatches ?? [])];
  const [match] = isCve(one.cve) ? all : all.filter(({ id, aliases }) => [id, ...aliases].includes(one.cve));
  const [first] = match?.proof.evidence ?? [];
  const [cleared] = data.cleared?.vulnerabilities ?? [];
  const whole = body['verdict'] as Answered['verdict'];
  return {
    case: one,
    verdict: isCve(one.cve) ? whole : verdictOfMatch(match, whole),
    confidence: match !== undefined && match.status === 'affected' ? match.confidence : null,
    rule: match === undefined ? null : `${match.confidence} ${match.proof.rule} ${first?.identity.rule}`,
    because:
      match === undefined
        ? `${body['verdictReason']} ${cleared === undefined ? '' : `${cleared.by.record} ${cleared.bound ?? ''}`}`
        : `${match.confidence} ${match.proof.rule}; ${first?.id} ${first?.identity.rule} ${first?.identity.to}; ${match.affectedVersions.slice(0, 80)}`,
  };
}

/**
 * Precision of `affected` counts what was judged `affected`; `unclear` counts as wrong there. `not_affected` and `none_known` are wrong
 * where the case was judged `affected`.
 */
export function scoreOf(answers: readonly Answered[]): Score {
  const isAffected = (one: Answered) => one.case.judgement === 'affected';
  const of = (confidence: Answered['confidence']) => answers.filter((one) => one.confidence === confidence);
  const affected = answers.filter(isAffected);
  const found = affected.filter(({ confidence }) => confidence === 'high' || confidence === 'medium');
  const clean = answers.filter(({ verdict }) => verdict === 'not_affected');
  const silent = answers.filter(({ verdict }) => verdict === 'none_known');
  const counts = new Map<string, number>();
  for (const {
    verdict,
    confidence,
    case: { judgement },
  } of answers) {
    const key = `${judgement} → ${verdict}${confidence === null ? '' : ` ${confidence}`}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    high: rate(of('high').filter(isAffected).length, of('high').length),
    medium: rate(of('medium').filter(isAffected).length, of('medium').length),
    recall: rate(found.length, affected.length),
    notAffected: rate(clean.filter((one) => one.case.judgement !== 'affected').length, clean.length),
    noneKnown: rate(silent.filter((one) => one.case.judgement !== 'affected').length, silent.length),
    counts,
    rules: new Map(
      [...Map.groupBy(answers, ({ rule }) => rule)].flatMap(([rule, its]) =>
        rule === null ? [] : [[rule, rate(its.filter(isAffected).length, its.length)] as const],
      ),
    ),
    misses: answers.filter(isMiss).map(inWords),
  };
}

function isMiss({ verdict, confidence, case: { judgement } }: Answered): boolean {
  if (confidence === 'high' || confidence === 'medium') return judgement !== 'affected';
  return judgement === 'affected' || (judgement === 'unclear' && verdict === 'not_affected');
}

function inWords({ verdict, confidence, because, case: one }: Answered): string {
  const asked = 'purl' in one.question ? one.question.purl : `${one.question.package} ${one.version}`;
  return `${one.id} ${asked} ${one.cve}: judged ${one.judgement} (${one.reason}); answered ${verdict} ${confidence ?? ''} (${because})`;
}

/** https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
export function rate(right: number, of: number): Rate {
  if (of === 0) return { right, of, from: 0, to: 1 };
  const z = 1.959964;
  const p = right / of;
  const middle = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2));
  return { right, of, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}

export function rateInWords({ right, of, from, to }: Rate): string {
  const p = of === 0 ? Number.NaN : right / of;
  return `${right} of ${of} = ${p.toFixed(4)} (${from.toFixed(4)} to ${to.toFixed(4)})`;
}
