import type { CoverageRow } from '@almanac/contract';
import type { Dossier, ExploitSignals } from '@almanac/core/dossier';
import { capital } from '@almanac/core/explain';
import type { Headline } from '../parts/call.ts';

/** Says how bad it is and what to do, and no more than the evidence does. */
export function headlineOf({
  dossier,
  exploits,
  coverage,
  at,
}: {
  readonly dossier: Dossier;
  readonly exploits: Pick<ExploitSignals, 'level' | 'rule'>;
  readonly coverage: readonly CoverageRow[];
  /** The past instant that was asked for; null: now. */
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

/** No signal means little while KEV is stale or was never read, and coverage says nothing of the past. */
function notExploited(coverage: readonly CoverageRow[], at: string | null): string {
  const isCurrent = at === null && coverage.some(({ source, state }) => source === 'kev' && state === 'ok');
  return isCurrent ? 'no known exploitation' : 'exploitation not known';
}

const DISPUTED = 'Disputed: some parties say this is not a vulnerability.';
const UNUSABLE = 'Do not use it for remediation.';

/** What nobody has rated is not calm. */
const TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'calm', none: 'calm', unrated: 'warn' } as const;

/** By the rule where it says more than the level. */
const EXPLOITED: ReadonlyMap<string, string> = new Map([
  ['epss_near_certain', 'exploitation nearly certain by EPSS'],
  ['epss_likely', 'exploitation likely by EPSS'],
  ['active', 'exploited'],
  ['weaponized', 'ready-made exploit public'],
  ['poc', 'proof of concept public'],
]);
