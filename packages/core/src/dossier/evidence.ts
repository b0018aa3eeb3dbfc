import type { VulnerabilityRecord } from '../records/model.ts';
import { isOfRebuild } from '../records/osv-databases.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { type ChosenFields, chooseFields, type StatedRecord } from '../vulnerability/chosen.ts';
import { type AvailabilityVerdict, availabilityOf } from './availability.ts';
import { type ChosenRecord, chooseRecords } from './chosen.ts';
import type { CveFacts, SourceDocument } from './facts.ts';
import { type PackageClaim, packageClaims } from './package-claims.ts';
import { type JointSeverity, severityOf } from './severity.ts';

/** The facts, read once: what every part of the dossier is computed from. */
export interface Evidence {
  readonly facts: CveFacts;
  readonly verdict: AvailabilityVerdict;
  readonly chosen: { readonly osv: ChosenRecord; readonly advisory: ChosenRecord };
  /** Every record, withdrawn ones too: the CVE list, NVD, advisories, OSV, the chosen one of each before its others. */
  readonly records: readonly VulnerabilityRecord[];
  /** Those that count. Of an id that is rejected or withdrawn, none does. */
  readonly live: readonly VulnerabilityRecord[];
  readonly claims: readonly PackageClaim[];
  /** Title, description and dates, as every list shows them, too. */
  readonly fields: ChosenFields;
  readonly severity: JointSeverity;
}

/** Reads the facts. */
export function readEvidence(facts: CveFacts): Evidence {
  const verdict = availabilityOf(facts);
  const chosen = chooseRecords(facts);
  const documents = inOrder(facts, chosen);
  const records = documents.map(readVulnerabilityRecord);
  const dead = verdict.availability === 'rejected' || verdict.availability === 'withdrawn';
  const counts = (_: unknown, index: number) => !dead && records[index]?.state !== 'withdrawn';
  const live = records.filter(counts);
  const claims = live.flatMap(packageClaims);
  const stated = records.map((record, index) => {
    const document = documents[index];
    return statedRecord(record, document !== undefined && isOfRebuild(document));
  });
  const fields = chooseFields({ records: stated, kevName: facts.kev?.vulnerabilityName ?? null, dead });
  return { facts, verdict, chosen, records, live, claims, fields, severity: severityOf(live) };
}

/** A rejected record has a reason in place of a description. */
function statedRecord(record: VulnerabilityRecord, rebuild: boolean): StatedRecord {
  return {
    ...record,
    reviewed: record.type === 'reviewed',
    rebuild,
    withdrawn: record.state === 'withdrawn',
    description: record.description ?? record.rejectedReason,
  };
}

function inOrder({ cveList, nvd, osv, advisories }: CveFacts, chosen: Evidence['chosen']): SourceDocument[] {
  return [
    ...(cveList === null ? [] : [cveList]),
    ...(nvd === null ? [] : [nvd]),
    ...chosenFirst(advisories, chosen.advisory),
    ...chosenFirst(osv, chosen.osv),
  ];
}

function chosenFirst(documents: readonly SourceDocument[], { chosen, others }: ChosenRecord): SourceDocument[] {
  const rank = new Map(others.map(({ id, sha256 }, index) => [`${id} ${sha256}`, index + 1]));
  const rankOf = (document: SourceDocument) =>
    document === chosen ? 0 : (rank.get(`${document.key} ${document.sha256}`) ?? 0);
  return documents.toSorted((a, b) => rankOf(a) - rankOf(b));
}
