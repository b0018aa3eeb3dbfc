import { type Match, matchAndSummarise } from '@almanac/core/matching';
import type { Rating } from '@almanac/core/scores';
import { collectionOfAttributes } from '../../queries/collection-of-attributes.ts';
import type { Documents } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import type { Effort } from './effort.ts';
import { eachLoaded, factsLoader } from './load-facts.ts';

/** A vulnerability of one attribute in the version that the collection carries. */
export interface CarriedFinding {
  readonly id: string;
  readonly severity: Rating | null;
  readonly attribute: string;
  readonly version: string | null;
  readonly confidence: Match['confidence'];
  readonly by: 'declared' | 'language' | 'collection' | 'name';
  readonly sources: readonly string[];
  readonly fixedIn: string | null;
  readonly proof: object;
}

export interface CarriedFindings {
  readonly findings: readonly CarriedFinding[];
  /** Attributes with a version that records were found about. */
  readonly examined: readonly string[];
  readonly complete: boolean;
}

/** Attributes that are looked up together. */
const AT_ONCE = 500;

/** What is known of many attributes at once, by the judgement that `/vulns` gives for the version carried. */
export async function carriedFindings(
  db: Db,
  documents: Documents,
  attributes: readonly string[],
  effort: Effort,
): Promise<CarriedFindings> {
  const findings: CarriedFinding[] = [];
  const examined: string[] = [];
  let complete = true;
  for (let from = 0; from < attributes.length; from += AT_ONCE) {
    const carried = await collectionOfAttributes(db, attributes.slice(from, from + AT_ONCE));
    const questions = carried.flatMap(({ attribute, version, channel }) =>
      version === null ? [] : [{ package: attribute, version, channel }],
    );
    let place = 0;
    const load = factsLoader(db, documents, { at: null, ...effort });
    for await (const { facts, summaries } of eachLoaded(load, questions)) {
      const { package: attribute = '', version = null, channel = '' } = questions[place] ?? {};
      place += 1;
      const result = matchAndSummarise({ ...facts, sources: [] }, summaries);
      complete &&= facts.complete !== false;
      if (result.evaluated.records > 0 || (facts.speakers?.length ?? 0) > 0) examined.push(attribute);
      for (const match of [...result.matches, ...result.otherMatches]) {
        if (match.status === 'affected') findings.push(findingOf(match, attribute, version, channel));
      }
    }
  }
  return { findings, examined, complete };
}

function findingOf(match: Match, attribute: string, version: string | null, channel: string): CarriedFinding {
  const { id, severity, confidence, sources, fixedIn, proof } = match;
  const rule = proof.evidence[0]?.identity.rule ?? '';
  const by = BY.get(rule) ?? 'name';
  return { id, severity, attribute, version, confidence, by, sources, fixedIn, proof: { channel, ...proof } };
}

/** In which way the package and the record's subject are the same; all other rules compare names. */
const BY: ReadonlyMap<string, CarriedFinding['by']> = new Map([
  ['declared_cpe', 'declared'],
  ['declared_purl', 'declared'],
  ['language_set', 'language'],
  ['collection_word', 'collection'],
]);
