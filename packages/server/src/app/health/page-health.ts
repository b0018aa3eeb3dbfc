import { keptAggregate } from '../../queries/kept-aggregate.ts';
import { AGGREGATES } from '../aggregates/list.ts';
import type { Deps } from '../deps.ts';
import type { PackagePageModel } from '../packages/page.ts';
import { namedHealth } from './named-health.ts';

/** The health of the attribute that a page shows; null while nothing has been judged: what is not tracked could not be told. */
export function pageHealth(
  { databases, documents, now }: Pick<Deps, 'databases' | 'documents' | 'now'>,
  attribute: string,
): Promise<PackagePageModel['health']> {
  return databases.readWithFallback(async (db) => {
    const kept = await keptAggregate(db, 'package-health');
    if (kept?.version !== AGGREGATES['package-health'].version) return null;
    const found = await namedHealth(db, documents, attribute, now());
    const of = found.find((one) => one.package === attribute) ?? found[0] ?? null;
    return { of, computedAt: kept.computedAt.toISOString() };
  });
}
