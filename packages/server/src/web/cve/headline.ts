import type { CoverageRow } from '@almanac/contract';
import type { Dossier, ExploitSignals } from '@almanac/core/dossier';
import { capital } from '@almanac/core/explain';
import type { Headline } from '../parts/call.ts';

/** Says how bad it is and what to do, and no more than the evidence supports. */
export function headlineOf({
  dossier,
  exploits,
  coverage,
  at,
}: {
  readonly dossier: Dossier;
  readonly exploits: Pick<ExploitSignals, 'level' | 'rule'>;
  readonly coverage: readonly CoverageRow[];
  /** Null means now. */
  readonly at: string | null;
}): Headline {
  const { canonical, evidence, advice, agentHints } = dossier;
  const { availability, severity } = canonical;
  const { reason } = evidence.verdict;
  if (availability === 'rejected') return { tone: 'plain', lead: 'Rejected.', rest: `${reason} ${UNUSABLE}` };
  if (availability === 'withdrawn') return { tone: 'plain', lead: 'Withdrawn.', rest: `${reason} ${UNUSABLE}` };
  if (availability !== 'published' && availability !== 'partial') {
    return { tone: 'plain', lead: 'Nothing to act on yet.', rest: reason };
  }
  const rated = severity === null ? 'Not rated' : capital(severity);
  const exploited = EXPLOITED.get(exploits.rule) ?? EXPLOITED.get(exploits.level) ?? notExploited(coverage, at);
  const isDisputed = agentHints.notSafeBecause.includes('disputed');
  return {
    tone: exploits.level === 'active' ? 'bad' : TONES[severity ?? 'unrated'],
    lead: `${rated}, ${exploited}.`,
    rest: isDisputed ? `${advice.sentence} ${DISPUTED}` : advice.sentence,
  };
}

/** A missing signal means little if KEV is stale or was never read, and coverage does not describe the past. */
function notExploited(coverage: readonly CoverageRow[], at: string | null): string {
  const isCurrent = at === null && coverage.some(({ source, state }) => source === 'kev' && state === 'ok');
  return isCurrent ? 'no known exploitation' : 'exploitation not known';
}

const DISPUTED = 'Disputed: some parties say this is not a vulnerability.';
const UNUSABLE = 'Do not use it for remediation.';

/** An unrated CVE must not look harmless. */
const TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'calm', none: 'calm', unrated: 'warn' } as const;

/** Overrides by rule, where the rule says more than the level. */
const EXPLOITED: ReadonlyMap<string, string> = new Map([
  ['epss_near_certain', 'exploitation nearly certain by EPSS'],
  ['epss_likely', 'exploitation likely by EPSS'],
  ['active', 'exploited'],
  ['weaponized', 'ready-made exploit public'],
  ['poc', 'proof of concept public'],
]);
