import { readPurl } from '../purl/parse.ts';
import type { Purl } from '../purl/purl.ts';
import type { Component } from '../sbom/model.ts';
import type { Decision } from './model.ts';

/** Decisions, ready to be asked for those of a finding. */
export interface DecisionIndex {
  readonly all: readonly Decision[];
  /** Those about a vulnerability with one of these ids in this component, newest first. */
  of(component: Pick<Component, 'purl' | 'version'>, ids: readonly string[]): readonly Decision[];
}

export function indexDecisions(decisions: readonly Decision[]): DecisionIndex {
  const byKey = new Map<string, { readonly decision: Decision; readonly purl: Purl; readonly order: number }[]>();
  decisions.forEach((decision, order) => {
    const { purl } = readPurl(decision.package);
    if (purl === null) return;
    for (const id of [decision.vulnerability, ...decision.aliases]) {
      const key = keyOf(id, purl);
      const entries = byKey.get(key) ?? [];
      entries.push({ decision, purl, order });
      byKey.set(key, entries);
    }
  });
  return {
    all: decisions,
    of(component, ids) {
      if (byKey.size === 0 || component.purl === null) return [];
      const { purl } = readPurl(component.purl, { tolerant: true });
      if (purl === null) return [];
      const version = purl.version ?? component.version;
      const found = [...new Set(ids)].flatMap((id) => byKey.get(keyOf(id, purl)) ?? []);
      return found
        .filter((each) => isWithin(each.decision, each.purl, purl, version))
        .toSorted((a, b) =>
          a.decision.decided === b.decision.decided ? b.order - a.order : newer(a.decision, b.decision),
        )
        .map(({ decision }) => decision);
    },
  };
}

function newer(a: Decision, b: Decision): number {
  return a.decided > b.decided ? -1 : 1;
}

function keyOf(id: string, { type, namespace, name }: Purl): string {
  return JSON.stringify([id.trim().toLowerCase(), type, namespace, name]);
}

/** Exactly its scope: one of its versions where it names some, and with every qualifier that it names. */
function isWithin({ versions }: Decision, scope: Purl, purl: Purl, version: string | null): boolean {
  if (versions.length > 0 && (version === null || !versions.includes(version))) return false;
  return Object.entries(scope.qualifiers).every(([key, value]) => purl.qualifiers[key] === value);
}
