import type { CoverageRow } from '@almanac/contract';
import type { Dossier, ExploitSignals } from '@almanac/core/dossier';
import { expect, it } from 'vitest';
import type { Headline } from '../parts/call.ts';
import { headlineOf } from './headline.ts';

interface Said {
  readonly availability?: string;
  readonly severity?: string | null;
  readonly level?: ExploitSignals['level'];
  readonly rule?: ExploitSignals['rule'];
  readonly notSafeBecause?: readonly string[];
  /** KEV's coverage; null if KEV is not among the sources. */
  readonly kev?: CoverageRow['state'] | null;
  readonly at?: string;
}

function headline(said: Said): Headline {
  const {
    availability = 'published',
    severity = 'medium',
    level = 'none',
    rule = 'no_signal_known',
    kev = 'ok',
  } = said;
  const dossier = {
    canonical: { availability, severity, affectedPackages: [] },
    evidence: { verdict: { reason: 'Why it is so.' } },
    advice: { action: 'wait', sentence: 'No fixed version of thing is known yet.', subjects: [] },
    agentHints: { notSafeBecause: said.notSafeBecause ?? [] },
  } as unknown as Dossier;
  const coverage = kev === null ? [] : [{ source: 'kev', state: kev } as CoverageRow];
  return headlineOf({ dossier, exploits: { level, rule }, coverage, at: said.at ?? null });
}

it.each<[Said, Headline['tone'], string]>([
  [{ severity: 'critical', level: 'active', rule: 'listed_in_kev' }, 'bad', 'Critical, exploited.'],
  [{ severity: 'low', level: 'active', rule: 'ssvc_active' }, 'bad', 'Low, exploited.'],
  [{ severity: 'critical' }, 'bad', 'Critical, no known exploitation.'],
  [{ severity: 'high', level: 'poc', rule: 'ssvc_poc' }, 'bad', 'High, proof of concept public.'],
  [
    { severity: 'medium', level: 'weaponized', rule: 'metasploit_exploit' },
    'warn',
    'Medium, ready-made exploit public.',
  ],
  [
    { severity: 'medium', level: 'weaponized', rule: 'epss_near_certain' },
    'warn',
    'Medium, exploitation nearly certain by EPSS.',
  ],
  [{ severity: 'low' }, 'calm', 'Low, no known exploitation.'],
  [{ severity: 'low', kev: 'stale' }, 'calm', 'Low, exploitation not known.'],
  [{ severity: 'low', kev: 'unreachable' }, 'calm', 'Low, exploitation not known.'],
  [{ severity: 'low', kev: 'not_configured' }, 'calm', 'Low, exploitation not known.'],
  [{ severity: 'low', at: '2021-12-12T00:00:00.000Z' }, 'calm', 'Low, exploitation not known.'],
  [{ severity: 'low', kev: null }, 'calm', 'Low, exploitation not known.'],
  [{ severity: 'low', level: 'active', rule: 'ssvc_active', kev: 'stale' }, 'bad', 'Low, exploited.'],
  [{ severity: null }, 'warn', 'Not rated, no known exploitation.'],
  [{ availability: 'partial', severity: 'low' }, 'calm', 'Low, no known exploitation.'],
  [{ availability: 'rejected', severity: null }, 'plain', 'Rejected.'],
  [{ availability: 'withdrawn', severity: null }, 'plain', 'Withdrawn.'],
  [{ availability: 'reserved', severity: null }, 'plain', 'Nothing to act on yet.'],
  [{ availability: 'awaiting_ingest', severity: null }, 'plain', 'Nothing to act on yet.'],
])('%j', (said, tone, lead) => {
  expect(headline(said)).toMatchObject({ tone, lead });
});

it('repeats the advice, and says that it is disputed', () => {
  expect(headline({}).rest).toBe('No fixed version of thing is known yet.');
  expect(headline({ notSafeBecause: ['disputed'] }).rest).toBe(
    'No fixed version of thing is known yet. Disputed: some parties say this is not a vulnerability.',
  );
});

it.each(['rejected', 'withdrawn'])('never tells to act on what is %s', (availability) => {
  expect(headline({ availability }).rest).toBe('Why it is so. Do not use it for remediation.');
});
