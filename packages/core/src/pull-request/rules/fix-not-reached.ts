import type { Match } from '../../matching/match.ts';
import { matchesById } from '../../matching/match.ts';
import { generic } from '../../versions/generic.ts';
import type { FixClaim } from '../claims.ts';
import { affecting } from '../facts.ts';
import { type FindingEvidence, matchEvidence, type PullFinding } from '../finding.ts';
import { versionChanged } from '../model.ts';
import { namesPackage } from '../title.ts';
import { mended } from './mended.ts';
import { MAX_FINDINGS, type PullRule, type RuleInput } from './rule.ts';

/** The text says that a CVE is fixed: records say that the new version has it, or the text itself names a later one. */
export const fixNotReached: PullRule = {
  id: 'fix-not-reached',
  severity: 'error',
  summary: 'the version is below the fix that the text claims',
  bad: 'the body says “Fixes CVE-2026-10001”, the version becomes 3.5.2, and the fix came with 3.6.0',
  good: 'the body says “Fixes CVE-2026-10001”, and the version becomes 3.6.0',
  check(input) {
    const { change, changes, facts } = input;
    // Of several packages those that were looked up are asked about.
    if (!versionChanged(change) || (facts === null && changes.length > 1)) return [];
    const claims = new Map<string, FixClaim>();
    for (const claim of input.claims) {
      const known = claims.get(claim.cve);
      if (known === undefined || known.version === null) claims.set(claim.cve, claim);
    }
    const byId = matchesById(affecting(facts?.new ?? null));
    return [...claims.values()]
      .flatMap((claim) => finding(claim, byId.get(claim.cve), input) ?? [])
      .slice(0, MAX_FINDINGS);
  },
};

function finding(claim: FixClaim, match: Match | undefined, { change, changes, facts }: RuleInput): PullFinding | null {
  const { newVersion } = change;
  if (newVersion === null) return null;
  const said: FindingEvidence = { kind: 'text', where: claim.where, text: claim.text.slice(0, 300) };
  const about = { rule: fixNotReached.id, severity: 'error', file: change.file, line: change.line } as const;
  const rest = { package: change.name, cves: [claim.cve] };
  if (match !== undefined && facts !== null) {
    if (mended(match, change, facts)) return null;
    const where = match.fixedIn === null ? 'no source names a fixed version' : `the fix is in ${match.fixedIn}`;
    const message = `the ${claim.where} claims to fix ${claim.cve}, but ${change.name} ${newVersion} is affected: ${where}`;
    return { ...about, ...rest, message, evidence: [said, matchEvidence(match, newVersion)] };
  }
  // Of several packages the sentence may be about any; a patch brings a fix to whatever version.
  const isAbout = changes.length === 1 || namesPackage(claim.text, change.names);
  if (claim.version === null || !isAbout || change.cves.patched.has(claim.cve)) return null;
  if (!generic.isValid(newVersion) || generic.compare(newVersion, claim.version) >= 0) return null;
  const message = `the ${claim.where} says that ${claim.cve} is fixed in ${claim.version}, but the version is ${newVersion}`;
  return { ...about, ...rest, message, evidence: [said] };
}
