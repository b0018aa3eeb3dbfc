import type { AlmanacDatabases } from '../../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../database.ts';
import { type ProjectionStore, projectionStore } from './projection-store.ts';

/** A database to put records into, for what finds them. */
export interface FindingWorld extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly databases: AlmanacDatabases;
  readonly store: ProjectionStore;
}

export async function findingWorld(): Promise<FindingWorld> {
  const database = await createTestDatabase();
  const databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
  return {
    database,
    databases,
    store: projectionStore(databases.primary),
    async [Symbol.asyncDispose]() {
      await databases.close();
      await database.close();
    },
  };
}

const VECTORS: Readonly<Record<string, string>> = {
  critical: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  medium: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
};

export interface MadeCve {
  readonly title?: string;
  readonly description: string;
  readonly vendor?: string;
  readonly product?: string;
  readonly severity?: 'critical' | 'high' | 'medium';
  readonly cwe?: string;
  readonly published?: string;
  readonly rejected?: boolean;
}

/** A record of the CVE list. */
export function madeCve(cveId: string, made: MadeCve): object {
  const { title, description, vendor, product, severity, cwe, published = '2026-01-01T00:00:00Z', rejected } = made;
  const text = [{ lang: 'en', value: description }];
  return {
    cveMetadata: {
      cveId,
      state: rejected === true ? 'REJECTED' : 'PUBLISHED',
      datePublished: published,
      dateUpdated: published,
    },
    containers: {
      cna: {
        title,
        ...(rejected === true ? { rejectedReasons: text } : { descriptions: text }),
        affected: product === undefined ? [] : [{ vendor, product }],
        metrics: severity === undefined ? [] : [{ cvssV3_1: { vectorString: VECTORS[severity] } }],
        problemTypes: cwe === undefined ? [] : [{ descriptions: [{ cweId: cwe }] }],
      },
    },
  };
}

export interface MadeOsv {
  readonly summary?: string;
  readonly details?: string;
  readonly aliases?: readonly string[];
  readonly ecosystem?: string;
  readonly name?: string;
  readonly published?: string;
  readonly withdrawn?: string;
}

/** A record of OSV. */
export function madeOsv(id: string, made: MadeOsv): object {
  const { ecosystem, name, published = '2026-01-01T00:00:00Z', ...rest } = made;
  const affected = name === undefined ? [] : [{ package: { ecosystem, name } }];
  return { id, modified: published, published, affected, ...rest };
}

/** An entry of KEV. */
export function madeKev(cveID: string, dateAdded = '2026-01-02'): object {
  const said = {
    vendorProject: 'Acme',
    product: 'Anvil',
    vulnerabilityName: 'Flaw in Anvil',
    requiredAction: 'Update',
  };
  return { cveID, ...said, dateAdded, dueDate: '2026-12-31' };
}

/** A day of EPSS. */
export function madeEpss(day: string, scores: Readonly<Record<string, number>>): string {
  const lines = Object.entries(scores).map(([id, score]) => `${id},${score},${score}`);
  return [`#model_version:v1,score_date:${day}T00:00:00Z`, 'cve,epss,percentile', ...lines].join('\n');
}
