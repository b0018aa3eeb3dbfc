import { SOURCE_CATALOGUE } from './catalogue.ts';

const PASSED_ON: ReadonlySet<string> = new Set(
  SOURCE_CATALOGUE.filter(({ redistribute }) => redistribute).map(({ id }) => id),
);

/** Whether records of a source may be passed on as they are. */
export function mayPassOn(source: string): boolean {
  return PASSED_ON.has(source);
}
