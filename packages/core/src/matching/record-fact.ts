import { readRecord } from '../dossier/record.ts';
import type { RecordDocument } from '../dossier/record-state.ts';
import { list, member, text } from '../ranges/untyped.ts';
import { targetsOf } from '../records/targets.ts';
import type { RecordFact } from './facts.ts';

/** More pointers than tell whose software it is. */
const MOST_HOMES = 50;

/** What matching wants to know of a record besides its packages. It never throws, and nonsense reads as an empty record. */
export function recordFactOf(document: RecordDocument): RecordFact {
  const { id, title, severities, references, state } = readRecord(document);
  return {
    source: document.source,
    id: id === '' ? document.key : id,
    title,
    severities,
    references: references.map(({ url }) => url),
    rejected: state === 'withdrawn',
    homes: homesOf(document.value),
    targets: targetsOf(document.value),
  };
}

/** Repositories and collections that a record names as where the software comes from. */
function homesOf(value: unknown): string[] {
  const containers = member(value, 'containers');
  const entries = [
    ...list(member(member(containers, 'cna'), 'affected')),
    ...list(member(containers, 'adp')).flatMap((container) => list(member(container, 'affected'))),
    ...list(member(value, 'affected')),
  ];
  const found = new Set<string>();
  const add = (address: unknown) => {
    const home = text(address);
    if (home !== null && found.size < MOST_HOMES) found.add(home);
  };
  add(member(value, 'source_code_location'));
  for (const entry of entries) {
    add(member(entry, 'repo'));
    add(member(entry, 'collectionURL'));
    for (const range of list(member(entry, 'ranges'))) add(member(range, 'repo'));
  }
  return [...found];
}
