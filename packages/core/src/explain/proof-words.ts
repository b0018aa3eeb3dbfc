import type { Against, MatchEvidence } from '../matching/match.ts';
import { sourceName } from '../sources/source-name.ts';
import { caveatWords, rangeWords } from './range-words.ts';
import { sentence } from './sentence.ts';

/** Who says it: `OSV GHSA-35jh-r3h4-6jhm`. */
export function evidenceName({ kind, source, id }: Pick<MatchEvidence, 'kind' | 'source' | 'id'>): string {
  return `${sourceName(source)} ${kind === 'issue' ? `#${id}` : id}`;
}

/** What a piece of evidence says, and why it is about the package, in sentences. The one wording of pages and the command line. */
export function evidenceWords(evidence: MatchEvidence): string {
  const about = sentence(evidence.identity.reason);
  if (evidence.kind === 'issue') return `${about} The issue is ${evidence.state}.`;
  if (evidence.kind === 'known_vulnerability') {
    return `${about} nixpkgs ${evidence.channel} lists it for ${versionWords(evidence.version)}.`;
  }
  const { verdict, proof } = evidence.evaluation;
  return [about, rangeWords(verdict, proof), ...new Set(proof.caveats.map(caveatWords))].join(' ');
}

/** What speaks against a match, in sentences. */
export function againstWords(against: Against): string {
  if (against.kind === 'patched') {
    const { attribute, channel, version, cve } = against;
    return `${attribute} in ${channel}, ${versionWords(version)}, has a patch named after ${cve}.`;
  }
  const { verdict, proof } = against.evaluation;
  const name = evidenceName({ ...against, kind: 'record' });
  return `${name} says this version is not affected. ${rangeWords(verdict, proof)}`;
}

function versionWords(version: string | null): string {
  return version === null ? 'no version' : `version ${version}`;
}
