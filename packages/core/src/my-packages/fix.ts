import { schemeOf } from '../versions/ecosystems.ts';
import { generic } from '../versions/generic.ts';
import type { ListedFinding, ListedRow } from './row.ts';

/**
 * The version that contains every fix that the findings name: the highest of them. Null where none is named. Whether another
 * vulnerability begins between here and there is for a plan to say.
 */
export function fixOfAll(ecosystem: string | null, findings: readonly ListedFinding[]): ListedRow['fix'] {
  const affected = findings.filter(({ status }) => status === 'affected');
  const scheme = (ecosystem === null ? null : schemeOf(ecosystem).scheme) ?? generic;
  const [highest] = affected.flatMap(({ fixedIn }) => fixedIn ?? []).toSorted((a, b) => scheme.compare(b, a));
  if (highest === undefined) return null;
  return {
    version: highest,
    fixes: affected.filter(({ fixedIn }) => fixedIn !== undefined).length,
    of: affected.length,
  };
}
