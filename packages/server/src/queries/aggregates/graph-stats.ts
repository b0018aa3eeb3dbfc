import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { dependencySnapshot } from '../dependency-snapshot.ts';

interface Row {
  readonly of: 'cve' | 'package' | 'weakness' | 'advisory' | 'affects' | 'aliases' | 'has-weakness' | 'depends-on';
  readonly ecosystem: string | null;
  readonly count: number;
}

/**
 * Nodes and edges by kind. A package that several releases of a distribution have is one; a product, which CVE and CPE records name by
 * vendor, is a package without an ecosystem. An edge that several records assert is one.
 */
export async function loadGraphStats(db: Db) {
  const { rows } = await sql<Row>`
    with affecting as (
      select distinct record.key, package.ecosystem, package.vendor, package.name
      from affected join record on record.id = affected.record_id join package on package.id = affected.package_id
      where affected.known_to is null and not affected.withdrawn
    )
    select 'cve' as of, null as ecosystem, count(*) as count from (select cve_id from cve union select cve_id from nvd) as known
    union all
    select 'advisory', null, count(distinct id) from advisory
    union all
    select 'weakness', null, count(distinct cwe) from weakness
    union all
    select 'package', ecosystem, count(*) from (select distinct ecosystem, vendor, name from affecting) as named group by ecosystem
    union all
    select 'package', 'nixpkgs', count(distinct attribute_id) from dependency
    union all
    select 'affects', null, count(*) from affecting
    union all
    select 'aliases', null, count(*) from (
      select distinct least(id, alias), greatest(id, alias) from alias_assertion where known_to is null) as joined
    union all
    select 'has-weakness', null, count(*) from (select distinct id, cwe from weakness) as weak
    union all
    select 'depends-on', null, coalesce(sum(cardinality(inputs)), 0)::bigint from dependency`.execute(db);
  const countOf = (kind: Row['of']) => rows.find(({ of }) => of === kind)?.count ?? 0;
  const byEcosystem = rows
    .filter(({ of, count }) => of === 'package' && count > 0)
    .map(({ ecosystem, count }) => ({ ecosystem, count }))
    .sort((a, b) => b.count - a.count || ((a.ecosystem ?? '') < (b.ecosystem ?? '') ? -1 : 1));
  return {
    snapshot: await loadSnapshot(db),
    nodes: {
      cve: countOf('cve'),
      package: byEcosystem.reduce((sum, { count }) => sum + count, 0),
      weakness: countOf('weakness'),
      advisory: countOf('advisory'),
    },
    packagesByEcosystem: byEcosystem,
    edges: {
      affects: countOf('affects'),
      aliases: countOf('aliases'),
      'has-weakness': countOf('has-weakness'),
      'depends-on': countOf('depends-on'),
    },
  };
}

/** Which state was counted: the newest run that brought something, and that of the dependencies. */
async function loadSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ run: number | null }>`
    select max(id) as run from run where changed + removed > 0`.execute(db);
  return `r${rows[0]?.run ?? 0}-d${(await dependencySnapshot(db)) ?? 0}`;
}
