import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';
import { baseOf } from './purl.ts';

export interface OsvKeys {
  readonly modified: string;
  readonly withdrawn: boolean;
  readonly directories: readonly string[];
  readonly aliases: readonly string[];
  readonly packages: readonly { readonly ecosystem: string; readonly name: string }[];
}

export const NO_ECOSYSTEM = '[EMPTY]';

export function osvKeys(record: Fields): OsvKeys {
  const affected = listOf(record['affected']).map(fieldsOf);
  const packages = affected.flatMap((each) => {
    const { ecosystem, name } = fieldsOf(each['package']);
    return typeof ecosystem === 'string' && typeof name === 'string' ? [{ ecosystem, name }] : [];
  });
  return {
    modified: String(record['modified']),
    withdrawn: record['withdrawn'] !== undefined,
    directories: directoriesOf(packages, affected),
    aliases: listOf(record['aliases']).filter((alias) => typeof alias === 'string'),
    packages,
  };
}

/** One per base ecosystem, plus `GIT` for commit ranges. */
function directoriesOf(packages: OsvKeys['packages'], affected: readonly Fields[]): string[] {
  const names = new Set(packages.map(({ ecosystem }) => baseOf(ecosystem)));
  if (affected.some((each) => listOf(each['ranges']).some((range) => fieldsOf(range)['type'] === 'GIT')))
    names.add('GIT');
  return names.size === 0 ? [NO_ECOSYSTEM] : [...names].sort();
}
