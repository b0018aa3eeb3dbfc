import {
  type Component,
  cycloneDxVexOf,
  type ExaminedComponent,
  type ExportAbout,
  openVexOf,
  type Sbom,
  sarifOf,
} from '@almanac/core/sbom';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { Chunks } from './chunks.ts';
import { decidePage, type GivenDecisions } from './decisions.ts';
import { groupComponents, type LeftOut } from './groups.ts';
import { judgeGroups } from './judge.ts';

const WRITERS = { openvex: openVexOf, 'cyclonedx-vex': cycloneDxVexOf, sarif: sarifOf } as const;

/** Writes what was found for other programs: every component is in it, those that were not looked up as unknown. */
export async function exportFindings(
  deps: MatchDeps,
  sbom: Sbom,
  format: keyof typeof WRITERS,
  { about, given, now }: { readonly about: ExportAbout; readonly given: GivenDecisions | null; readonly now: number },
  chunks: Chunks,
): Promise<void> {
  const { groups, leftOut } = groupComponents(sbom);
  const examined: ExaminedComponent[] = leftOut.map(unknownComponent);
  for await (const page of judgeGroups(deps, groups, null)) {
    for (const { group, verdict, verdictReason, findings, advice } of await decidePage(deps, page, given, now)) {
      for (const component of group.all) examined.push({ component, verdict, verdictReason, findings, advice });
    }
  }
  const document = WRITERS[format](examined, about);
  chunks.add(JSON.stringify(document));
  chunks.end();
}

function unknownComponent({ component, name, place, reason }: LeftOut): ExaminedComponent {
  const nameless: Component = {
    name: name ?? place,
    version: null,
    purl: null,
    ref: null,
    direct: null,
    dev: null,
    place,
  };
  return { component: component ?? nameless, verdict: 'unknown', verdictReason: reason, findings: [] };
}
