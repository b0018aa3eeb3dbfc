import type { Match } from '../../matching/match.ts';
import { affecting, namesAny } from '../facts.ts';
import { matchEvidence, type PullFinding } from '../finding.ts';
import { versionChanged } from '../model.ts';
import { mended } from './mended.ts';
import { MAX_FINDINGS, type PullRule, type RuleInput } from './rule.ts';

/** A change may never bring a vulnerability that was not there before, whether or not a fix is known. */
export const newlyAffected: PullRule = {
  id: 'newly-affected',
  severity: 'error',
  summary: 'the new version has a vulnerability that the old version does not have',
  bad: '`version = "5.4.6"` becomes `"5.6.1"`, and a CVE affects 5.6.0 and 5.6.1',
  good: '`version = "5.4.6"` becomes `"5.6.2"`',
  check(input) {
    return findAffecting(input, 'introduced').map((match) => toFinding(match, input, newlyAffected.id, 'error'));
  },
};

/** A change should not wait because of a vulnerability that it neither adds nor removes. */
export const stillAffected: PullRule = {
  id: 'still-affected',
  severity: 'warning',
  summary: 'the new version still has a vulnerability of the old version',
  bad: '`version = "3.5.1"` becomes `"3.5.2"`, and a CVE that affects everything before 3.6.0 is known',
  good: '`version = "3.5.1"` becomes `"3.6.0"`',
  check(input) {
    return findAffecting(input, 'kept').map((match) => toFinding(match, input, stillAffected.id, 'warning'));
  },
};

/** Finds what affects the new version. What the text claims to fix is for `fix-not-reached`. */
function findAffecting({ change, facts, claims }: RuleInput, wanted: 'introduced' | 'kept'): Match[] {
  if (facts?.new == null || !versionChanged(change)) return [];
  const claimed = new Set(claims.map(({ cve }) => cve));
  const before = affecting(facts.old);
  // Where the old version is not known, only a package that comes new surely brings what it has.
  const isKnown = facts.old !== null || change.kind === 'added';
  return affecting(facts.new)
    .filter((match) => !namesAny(match, claimed) && !mended(match, change, facts))
    .filter((match) => {
      const ids = new Set([match.id, ...match.aliases]);
      const isNew = isKnown && !before.some((each) => namesAny(each, ids));
      return isNew === (wanted === 'introduced');
    })
    .slice(0, MAX_FINDINGS);
}

function toFinding(
  match: Match,
  { change, facts }: RuleInput,
  rule: string,
  severity: PullFinding['severity'],
): PullFinding {
  const version = facts?.new?.version ?? '';
  const [verb, before] =
    severity === 'error'
      ? ['is affected', change.oldVersion === null ? '' : `, which does not affect ${change.oldVersion}`]
      : ['is still affected', ''];
  const advice = facts?.advice ?? null;
  return {
    rule,
    severity,
    file: change.file,
    line: change.line,
    message: `${change.name} ${version} ${verb} by ${match.id}${before}${advice === null ? '' : `. ${advice}`}`,
    package: change.name,
    cves: [match.id],
    evidence: [matchEvidence(match, version)],
  };
}
