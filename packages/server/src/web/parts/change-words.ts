/** Kinds of changes as people say them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['first_seen', 'new'],
  ['severity', 'severity changed'],
  ['description', 'description changed'],
  ['affected', 'affected versions changed'],
  ['references', 'references changed'],
  ['weaknesses', 'weakness changed'],
  ['state', 'state changed'],
  ['kev_added', 'now known to be exploited'],
  ['kev_removed', 'no longer listed as exploited'],
  ['epss_moved', 'probability of exploitation changed'],
]);

export function changeWords(kind: string): string {
  return WORDS.get(kind) ?? kind;
}
