import { type EvidenceAge, evidenceAge } from './automation.ts';
import { type Canonical, canonicalOf } from './canonical.ts';
import { conflictsOf } from './conflicts.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import type { CveFacts, SourceCoverage } from './facts.ts';
import { type AgentHints, hintsOf } from './hints.ts';
import { type KnownFixes, knownFixes } from './known-fixes.ts';
import { type Quality, qualityOf } from './quality.ts';

/** The computed members of the dossier, and the evidence they were computed from. */
export interface Dossier {
  readonly evidence: Evidence;
  readonly canonical: Canonical;
  readonly fixes: KnownFixes;
  readonly quality: Quality;
  readonly agentHints: AgentHints;
}

/** The same as far as records settle it: how old they are and when they were asked for enters the hints alone. */
export interface Reconciled extends Omit<Dossier, 'agentHints'> {
  readonly hintsAt: (age: EvidenceAge, askedLately: boolean) => AgentHints;
}

/** Reconciles what the sources say about one CVE. */
export function reconcileCve(facts: CveFacts, coverage: readonly SourceCoverage[], askedLately = false): Dossier {
  const { hintsAt, ...known } = reconcileRecords(facts);
  return { ...known, agentHints: hintsAt(evidenceAge(coverage), askedLately) };
}

export function reconcileRecords(facts: CveFacts): Reconciled {
  const evidence = readEvidence(facts);
  const canonical = canonicalOf(evidence);
  const quality = qualityOf(evidence, canonical, conflictsOf(evidence));
  const fixes = knownFixes(canonical.affectedPackages);
  return {
    evidence,
    canonical,
    fixes,
    quality,
    hintsAt: (age, askedLately) => hintsOf({ evidence, canonical, fixes, quality }, age, askedLately),
  };
}
