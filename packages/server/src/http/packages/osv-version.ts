import type { OsvUndecided } from '@almanac/contract';
import { askPackage, compareText, type Evaluation } from '@almanac/core';
import type { AffectedRow } from '../../queries/affected-rows.ts';
import type { OsvPlace } from '../../queries/osv-of-packages.ts';

export interface OsvAsked {
  readonly name: string;
  /** With a release where the caller names one; undefined: each package's own. */
  readonly ecosystem: string | undefined;
  readonly version: string;
}

export interface OsvDecided {
  /** Records that hold for the version, ordered by ecosystem and id. */
  readonly places: readonly OsvPlace[];
  readonly undecided: readonly OsvUndecided[];
  readonly evaluations: readonly Evaluation[];
}

/** Which records hold for a version, by the evaluation of the OSV schema in the ecosystem's own order of versions. */
export function decideVersion(rows: readonly AffectedRow[], asked: OsvAsked): OsvDecided {
  const found = new Map<string, OsvPlace & { evaluations: Evaluation[] }>();
  const all: Evaluation[] = [];
  for (const { asked: of, recordId, recordKey: key, withdrawn, assertion } of rows) {
    const base = of.package.ecosystem ?? '';
    if (withdrawn) continue;
    const evaluations = askPackage([assertion], { ...asked, ecosystem: asked.ecosystem ?? base });
    all.push(...evaluations);
    const name = JSON.stringify([base, key]);
    const place = found.get(name);
    if (place === undefined) found.set(name, { ecosystem: base, key, recordId, evaluations });
    else place.evaluations.push(...evaluations);
  }
  const sorted = [...found.values()].sort((a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.key, b.key));
  return {
    places: sorted.filter(holds),
    undecided: sorted
      .filter((place) => !holds(place))
      .flatMap(({ ecosystem, key, evaluations }) => {
        const doubt = evaluations.find(({ verdict }) => verdict === 'unknown');
        return doubt === undefined ? [] : [{ id: key, ecosystem, reason: doubt.proof.reason }];
      }),
    evaluations: all,
  };
}

function holds({ evaluations }: { readonly evaluations: readonly Evaluation[] }): boolean {
  return evaluations.some(({ verdict }) => verdict === 'affected');
}
