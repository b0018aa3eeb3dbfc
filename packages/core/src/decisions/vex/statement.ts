import { printPurl } from '../../purl/build.ts';
import { readPurl } from '../../purl/parse.ts';
import { ALL_KNOWN } from '../../sbom/all-known.ts';
import { dayOf, yearAfter } from '../dates.ts';
import { DECISION_LIMITS, type Decision, type DecisionStatus, type Justification } from '../model.ts';

/** What a VEX document says of a vulnerability in a product, as its reader found it. */
export interface ReadStatement {
  /** All its ids. */
  readonly ids: readonly string[];
  readonly purl: string | null;
  readonly status: DecisionStatus;
  readonly justification: Justification | null;
  readonly reason: string | null;
  readonly author: string | null;
  /** An instant; null where neither the statement nor the document has one. */
  readonly at: string | null;
  readonly place: string;
  /** Whether the document was written by Almanac. */
  readonly isOurs: boolean;
}

/** What a reader of VEX gives: decisions, and how many statements decide nothing here, by the reason. */
export interface VexReading {
  readonly decisions: Decision[];
  readonly ignored: Map<string, number>;
}

const NO_PACKAGE = 'without a package URL';
const NO_ID = 'without a vulnerability ID';
const NO_TIME = 'without a timestamp';

/**
 * The decision of a statement. VEX has no expiry: a statement counts for a year from its time. What is affected or
 * under investigation decides nothing: the finding says so already.
 */
export function addStatement(reading: VexReading, statement: ReadStatement): void {
  const { ids, status, justification, reason, author, at, place, isOurs } = statement;
  const ignore = (why: string): void => {
    reading.ignored.set(why, (reading.ignored.get(why) ?? 0) + 1);
  };
  if (status === 'affected' || status === 'under_investigation') return;
  // What a document of ours says of itself is what the evidence said, which is asked again.
  if (ids.includes(ALL_KNOWN) || (isOurs && status === 'fixed')) return;
  const { purl } = readPurl(statement.purl ?? '', { tolerant: true });
  if (purl === null) return ignore(NO_PACKAGE);
  const decided = at === null ? null : dayOf(at);
  if (decided === null) return ignore(NO_TIME);
  const [vulnerability, ...aliases] = new Set(ids);
  if (vulnerability === undefined) return ignore(NO_ID);
  reading.decisions.push({
    vulnerability,
    aliases: aliases.slice(0, DECISION_LIMITS.aliases),
    package: printPurl({ ...purl, version: null, subpath: null }),
    versions: purl.version === null ? [] : [purl.version],
    status,
    justification: status === 'not_affected' ? justification : null,
    reason: (reason ?? 'No reason given.').slice(0, DECISION_LIMITS.text),
    author: (author ?? 'not named').slice(0, DECISION_LIMITS.name),
    decided,
    expires: yearAfter(decided),
    evidence: null,
    place,
  });
}
