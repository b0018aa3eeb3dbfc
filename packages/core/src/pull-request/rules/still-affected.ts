import { namesAny, surelyAffecting } from '../facts.ts';
import { matchEvidence } from '../finding.ts';
import { versionChanged } from '../model.ts';
import { mended } from './mended.ts';
import { MOST_FINDINGS, type PullRule } from './rule.ts';

/** What the text claims to fix is the business of `fix-not-reached`. */
export const stillAffected: PullRule = {
  id: 'still-affected',
  severity: 'error',
  summary: 'the new version is still affected',
  bad: '`version = "3.5.1"` becomes `"3.5.2"`, and a CVE that affects everything before 3.6.0 is known',
  good: '`version = "3.5.1"` becomes `"3.6.0"`',
  check({ change, facts, claims }) {
    if (facts?.new == null || !versionChanged(change)) return [];
    const { version } = facts.new;
    const claimed = new Set(claims.map(({ cve }) => cve));
    return surelyAffecting(facts.new)
      .filter((match) => !namesAny(match, claimed) && !mended(match, change, facts))
      .slice(0, MOST_FINDINGS)
      .map((match) => ({
        rule: stillAffected.id,
        severity: match.fixedIn === null ? 'warning' : 'error',
        file: change.file,
        line: change.line,
        message:
          match.fixedIn === null
            ? `${change.name} ${version} is affected by ${match.id}; no source names a version with a fix`
            : `${change.name} ${version} is still affected by ${match.id}, which is fixed in ${match.fixedIn}`,
        package: change.name,
        cves: [match.id],
        evidence: [matchEvidence(match, version)],
      }));
  },
};
