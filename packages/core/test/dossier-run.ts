import { assessmentOf } from '../src/dossier/assessment.ts';
import { reconcileCve } from '../src/dossier/dossier.ts';
import { exploitSignals } from '../src/dossier/exploit-signals.ts';
import type { CveFacts, SourceCoverage } from '../src/dossier/facts.ts';
import { lifecycleOf } from '../src/dossier/lifecycle.ts';
import { advisoryMember, osvMember } from '../src/dossier/lookup-members.ts';
import { primaryOf } from '../src/dossier/primary.ts';
import { statusOfLookup } from '../src/dossier/status.ts';

const CURRENT: readonly SourceCoverage[] = [{ source: 'cve_list_v5', state: 'ok' }];

export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  /** What broke, by CVE. */
  readonly faults: readonly string[];
  readonly largest: number;
}

/** Computes every answer about every CVE, and counts what came out. */
export function runDossiers(all: readonly CveFacts[]): Tally {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const faults: string[] = [];
  let largest = 0;
  for (const facts of all) {
    try {
      const answers = answersAbout(facts);
      const { canonical, quality, agentHints } = answers.dossier;
      count(`availability ${canonical.availability}`);
      count(`grade ${quality.grade}`);
      count(`severity ${canonical.severity ?? 'unknown'} by ${canonical.rules.severity}`);
      count(`level ${answers.signals.level}`);
      for (const code of new Set(quality.conflicts.map((conflict) => conflict.code))) count(`conflict ${code}`);
      if (agentHints.safeForAutomation) count('safe for automation');
      if (agentHints.needsTriage) count('needs triage');
      for (const { action } of agentHints.recommendedActions.slice(0, 1)) count(`first action ${action}`);
      const served = JSON.stringify({ ...answers, dossier: { canonical, quality, agentHints } });
      largest = Math.max(largest, served.length);
      if (/[\ud800-\udbff](?![\udc00-\udfff])/u.test(served)) faults.push(`${facts.id}: half a character`);
      // A whole value, not a quotation within prose.
      if (/[:,[]"javascript:/i.test(served)) faults.push(`${facts.id}: an address that is no link`);
      for (const fault of [...faultsOf(answers), ...inventedIn(answers, facts)]) faults.push(`${facts.id}: ${fault}`);
    } catch (error) {
      faults.push(`${facts.id}: ${String(error)}`);
    }
  }
  return { counts, faults, largest };
}

type Answers = ReturnType<typeof answersAbout>;

function answersAbout(facts: CveFacts) {
  const { evidence, ...dossier } = reconcileCve(facts, CURRENT);
  return {
    dossier,
    primary: primaryOf(facts),
    status: statusOfLookup(facts, evidence.verdict),
    osv: osvMember(evidence.chosen.osv.chosen),
    advisory: advisoryMember(evidence.chosen.advisory.chosen),
    lifecycle: lifecycleOf(evidence),
    signals: exploitSignals(evidence),
    assessment: assessmentOf({ evidence, ...dossier }),
  };
}

function faultsOf({ dossier: { canonical, agentHints }, primary }: Answers): string[] {
  const faults: string[] = [];
  const remediates = agentHints.recommendedActions.some(({ action }) =>
    ['upgrade', 'apply_patch', 'mitigate'].includes(action),
  );
  const dead = canonical.availability === 'rejected' || canonical.availability === 'withdrawn';
  if (dead && (remediates || agentHints.knownFixedVersions.length > 0))
    faults.push('a remediation of what does not count');
  if (canonical.affectedPackages.length > 200) faults.push('too many packages');
  if (primary !== null && primary.references.some((link) => !/^https?:\/\//i.test(link)))
    faults.push('a reference that is no link');
  return faults;
}

/** Numbers and ids of the assessment that the facts do not hold; the words of a source are its own. */
function inventedIn({ assessment }: Answers, facts: CveFacts): string[] {
  const known = JSON.stringify(facts);
  const said = assessment.sentences
    .filter(({ quoted }) => quoted !== true)
    .flatMap(({ text }) => text.match(/\d+/g) ?? []);
  return said.filter((number) => !known.includes(number)).map((number) => `a number of our own, ${number}`);
}
