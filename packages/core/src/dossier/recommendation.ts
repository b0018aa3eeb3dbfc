import { shortened } from '../records/text.ts';
import type { AssessedSentence } from './assessed-sentence.ts';
import type { Dossier } from './dossier.ts';
import type { EvidencePointer } from './facts.ts';
import type { KnownFixedVersion } from './known-fixes.ts';

/** Versions and subjects that a sentence names. */
const NAMED = 3;

/** What to do, in our own words; what to do first where a person has to look. Nothing of what is rejected, withdrawn or not published. */
export function recommendationOf(dossier: Dossier): AssessedSentence[] {
  const { canonical, agentHints, quality } = dossier;
  if (canonical.availability !== 'published' && canonical.availability !== 'partial') return [];
  const sentences = [remedyOf(dossier)];
  if (agentHints.needsTriage) {
    const action = agentHints.recommendedActions.find((each) => each.action === 'triage_manually');
    const evidence = quality.conflicts.flatMap(({ values, field }) =>
      values.map(({ source, record }) => ({ source, record, field })),
    );
    sentences.push({ text: `Have a person look at it first. ${action?.reason ?? ''}`.trim(), evidence });
  }
  return sentences;
}

function remedyOf(dossier: Dossier): AssessedSentence {
  const { canonical, fixes } = dossier;
  const { kev, id } = canonical;
  const listed: EvidencePointer[] = kev === null ? [] : [{ source: 'kev', record: id, field: 'requiredAction' }];
  const due = kev === null ? '' : ` The KEV catalogue requires the vendor’s action by ${kev.dueDate}.`;
  switch (fixes.state) {
    case 'subject':
    case 'other': {
      const targets = subjectsOf(fixes.versions, fixes.state === 'subject' ? 1 : NAMED);
      const text =
        fixes.state === 'subject'
          ? `Recommended: upgrade ${targets.map(({ words }) => words).join('; ')}.`
          : `Recommended: upgrade what you use of these: ${targets.map(({ words }) => words).join('; ')}.`;
      const pointers = targets.map(({ first }) => fixPointer(dossier, first));
      return { text: `${text}${due}`, evidence: [...pointers, ...listed] };
    }
    case 'builds_only': {
      const [first] = fixes.versions;
      const text =
        'Recommended: upgrade to the fixed build of your distribution. No fixed version of the software itself is named.';
      return {
        text: `${text}${due}`,
        evidence: [...(first === undefined ? [] : [fixPointer(dossier, first)]), ...listed],
      };
    }
    case 'commit': {
      const patched = canonical.affectedPackages.find(({ fixCommits }) => fixCommits.length > 0);
      const where = { source: patched?.source ?? 'osv', record: patched?.records[0] ?? id, field: 'affected' };
      const text = `Recommended: apply the commit ${patched?.fixCommits[0] ?? ''}; no source names a version that contains it.`;
      return { text: `${text}${due}`, evidence: [where, ...listed] };
    }
    case 'none':
      break;
  }
  if (kev === null) {
    return { text: 'Recommended: limit who can reach it and watch for a fix. No source names one.', evidence: [] };
  }
  const text = `Recommended: mitigate it as the vendor says, or stop using it.${due} No source names a fix.`;
  return { text, evidence: listed };
}

/** The first subjects, each with its versions. */
function subjectsOf(versions: readonly KnownFixedVersion[], most: number) {
  const groups = Map.groupBy(versions, ({ ecosystem, name }) => JSON.stringify([ecosystem, name]));
  return [...groups.values()].slice(0, most).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const named = group.slice(0, NAMED).map(({ version }) => version);
    const lines = named.length === 1 ? '' : ', by the line in use';
    return [{ first, words: `${shortened(first.name, 200)} to ${named.join(' or ')}${lines}` }];
  });
}

function fixPointer({ canonical }: Dossier, { source, ecosystem, name }: KnownFixedVersion): EvidencePointer {
  const row = canonical.affectedPackages.find(
    (each) => each.source === source && each.ecosystem === ecosystem && each.name === name,
  );
  return { source, record: row?.records[0] ?? canonical.id, field: 'affected' };
}
