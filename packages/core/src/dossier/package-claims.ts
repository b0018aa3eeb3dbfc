import type { Assertion } from '../ranges/model.ts';
import type { Fixes, VulnerabilityRecord } from '../records/model.ts';
import { isRebuild } from '../records/osv-databases.ts';
import type { SubjectKind } from '../records/subject-kind.ts';
import type { RecordSource } from './facts.ts';

/** What one author of one record says about one package or product. */
export interface PackageClaim {
  readonly source: RecordSource;
  readonly record: string;
  /** The container of a CVE record. */
  readonly by: string | null;
  readonly kind: SubjectKind;
  /** The versions are those of someone's own builds. */
  readonly rebuild: boolean;
  readonly assertion: Assertion;
  readonly fixes: Fixes;
}

/** What a record says about packages, in its order. */
export function packageClaims({ source, id, statements }: VulnerabilityRecord): PackageClaim[] {
  return statements.map((statement) => {
    const { record, kind, fixes } = statement;
    return { source, record: id, by: record.by ?? null, kind, rebuild: isRebuild(kind), assertion: statement, fixes };
  });
}
