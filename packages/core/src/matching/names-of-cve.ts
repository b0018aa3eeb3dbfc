import { lookupForm } from '../collection/lookup-names.ts';
import type { CveFacts, SourceDocument } from '../dossier/facts.ts';
import { readVulnerabilityRecord } from '../records/index.ts';

/** Names that are looked for, for one CVE: a chip maker's has hundreds of products. */
export const MOST_NAMES = 1_000;

export interface NamesOfCve {
  readonly names: readonly string[];
  /** Whether these are all; where they are not, packages of the collection may be missed. */
  readonly complete: boolean;
}

type Said = Pick<CveFacts, 'id' | 'cveList' | 'nvd' | 'osv' | 'advisories'>;

/** The names under which the collection may carry what the records of a CVE are about, as `lookup` writes them. */
export function namesOfCve(facts: Said): NamesOfCve {
  const statements = documentsOf(facts).flatMap((document) => readVulnerabilityRecord(document).statements);
  const names = statements.flatMap(({ subject: { name } }) => [name, lastPart(name), name.replaceAll(' ', '-')]);
  const all = [...new Set(names.map(lookupForm))].filter((name) => name !== '' && name !== '*');
  return { names: all.slice(0, MOST_NAMES), complete: all.length <= MOST_NAMES };
}

function documentsOf({ cveList, nvd, osv, advisories }: Said): SourceDocument[] {
  return [cveList, nvd, ...osv, ...advisories].filter((document) => document !== null);
}

/** `github.com/a/b` is carried as `b`, `group:artifact` as `artifact`. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
}
