import type { SourceId } from '@almanac/contract';
import { SOURCE_CATALOGUE, SOURCES } from './catalogue.ts';

const PASSED_ON: ReadonlySet<string> = new Set(
  SOURCE_CATALOGUE.filter(({ redistribute }) => redistribute).map(({ id }) => id),
);

/** Whether records of a source may be passed on as they are. */
export function mayPassOn(source: string): boolean {
  return PASSED_ON.has(source);
}

/** Ecosystems with records that may be passed on under the same licence alone. */
const SHARE_ALIKE: ReadonlyMap<string, string> = new Map([['Ubuntu', 'CC-BY-SA-4.0']]);

/** Their names: what is said of them is in their own partition of a snapshot alone. */
export const KEPT_APART: readonly string[] = [...SHARE_ALIKE.keys()];

/** Under which licences the records that these sources have of an ecosystem are passed on. */
export function licencesOf(ecosystem: string, sources: readonly SourceId[]): string[] {
  const shareAlike = SHARE_ALIKE.get(ecosystem);
  return shareAlike === undefined ? sources.flatMap((id) => SOURCES[id].info.licence ?? []) : [shareAlike];
}
