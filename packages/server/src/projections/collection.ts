import { ecosystemPlace, lookupNames, makersOf, patchedCves } from '@almanac/core/collection';
import { entryKeys } from '@almanac/core/matching';
import { cvesOf } from '@almanac/core/tracker';
import { type Fields, fields } from './fields.ts';
import type { Projected } from './version.ts';

export const NIXPKGS = 'nixpkgs';

export interface CollectionRow {
  readonly collection: string;
  readonly channel: string;
  readonly attribute: string;
  readonly pname: string | null;
  readonly version: string | null;
  readonly lookup: readonly string[];
  readonly subject_keys: readonly string[];
  readonly ecosystem: string | null;
  readonly ecosystem_name: string | null;
  readonly cpes: readonly string[];
  readonly purls: readonly string[];
  readonly makers: readonly string[];
  readonly known_vulnerabilities: readonly string[];
  readonly patched: readonly string[];
  readonly insecure: boolean;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly maintainers: readonly string[];
  readonly position: string | null;
}

const MAX_NAME = 500;
const MAX_TEXT = 2_000;
const MAX_LIST = 100;
const MAX_PATCHES = 2_000;

/** Handles both producers of the list. */
export function collectionRows(value: unknown, { key }: { readonly key: string }): Projected<CollectionRow> {
  const read = fields();
  const slash = key.indexOf('/');
  const attribute = key.slice(slash + 1);
  const meta = read.member(value, 'meta');
  const pname = read.text(read.member(value, 'pname'), MAX_NAME);
  const place = ecosystemPlace(attribute);
  const homepages = oneOrMore(read.member(meta, 'homepage'));
  const links = [...homepages, read.member(meta, 'downloadPage'), ...oneOrMore(read.member(meta, 'changelog'))];
  const position = read.text(read.member(meta, 'position'), MAX_NAME);
  const vulnerabilities = readVulnerabilities(read, meta);
  const named = {
    attribute,
    pname,
    version: read.text(read.member(value, 'version'), MAX_NAME),
    ...readIdentifiers(read, read.member(meta, 'identifiers')),
    makers: makersOf({ links: links.map((link) => read.link(link)).filter((link) => link !== null), position }),
    homepage: homepages.map((link) => read.link(link)).find((link) => link !== null) ?? null,
  };
  const ecosystemName = place?.name ?? null;
  const row: CollectionRow = {
    ...named,
    collection: NIXPKGS,
    channel: key.slice(0, slash),
    lookup: lookupNames(named),
    subject_keys: entryKeys({ ...named, ecosystemName, knownVulnerabilities: vulnerabilities }),
    ecosystem: place?.ecosystem ?? null,
    ecosystem_name: ecosystemName,
    known_vulnerabilities: vulnerabilities,
    patched: patchedCves(read.texts(read.member(value, 'patches'), MAX_NAME, MAX_PATCHES)),
    insecure: read.member(meta, 'insecure') === true || vulnerabilities.length > 0,
    description: read.text(read.member(meta, 'description'), MAX_TEXT),
    maintainers: readMaintainers(read, meta),
    position,
  };
  return { rows: [row], dropped: read.dropped() };
}

/** Problem kinds unrelated to security (RFC 0127), unless their text names a vulnerability. */
const HARMLESS: ReadonlySet<unknown> = new Set(['removal', 'deprecated', 'maintainerless', 'broken', 'unsupported']);

/**
 * Reads the old member and `problems`, which lists named problems with a kind, message and URLs. An unknown kind
 * counts, because ignoring it would show the package as clean.
 */
function readVulnerabilities(read: Fields, meta: unknown): string[] {
  const problems = read.member(meta, 'problems');
  const named = typeof problems === 'object' && problems !== null ? Object.entries(problems).slice(0, MAX_LIST) : [];
  const told = named.flatMap(([name, problem]) => {
    const urls = read.list(read.member(problem, 'urls')).filter((url) => typeof url === 'string');
    const message = read.member(problem, 'message');
    const words = [name, typeof message === 'string' ? message : '', ...urls].filter((word) => word !== '');
    const text = words.join(' ').slice(0, MAX_TEXT);
    const kind = read.member(problem, 'kind') ?? name;
    return HARMLESS.has(kind) && cvesOf(text).length === 0 ? [] : [text];
  });
  const known = read.list(read.member(meta, 'knownVulnerabilities'));
  return read.texts([...known, ...told], MAX_TEXT, MAX_LIST);
}

/** `homepage` is a string or a list of them. */
function oneOrMore(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]).slice(0, MAX_LIST) : value === undefined ? [] : [value];
}

/**
 * `cpe` is set if all parts are certain, otherwise `possibleCPEs` lists ways to write the version.
 * `v1` has the same members under a stable name.
 */
function readIdentifiers(read: Fields, identifiers: unknown): Pick<CollectionRow, 'cpes' | 'purls'> {
  const all = [identifiers, read.member(identifiers, 'v1')];
  const cpes = all.flatMap((each) => [
    read.member(each, 'cpe'),
    ...read.list(read.member(each, 'possibleCPEs')).map((possible) => read.member(possible, 'cpe')),
  ]);
  const purls = all.flatMap((each) => [read.member(each, 'purl')].concat(read.list(read.member(each, 'purls'))));
  const texts = (values: readonly unknown[], begin: string) =>
    read.texts(values, MAX_NAME, MAX_LIST).filter((text) => text.startsWith(begin));
  return { cpes: texts(cpes, 'cpe:2.3:'), purls: texts(purls, 'pkg:') };
}

/** Logins, or names without one. Some lists mix people with teams, which have members of their own. */
function readMaintainers(read: Fields, meta: unknown): string[] {
  const named = read.list(read.member(meta, 'maintainers')).slice(0, MAX_LIST);
  const people = named.flatMap((one) => {
    const members = read.member(one, 'members');
    return Array.isArray(members) ? (members as unknown[]).slice(0, MAX_LIST) : [one];
  });
  const logins = people.map((one) =>
    typeof one === 'string' ? one : (read.member(one, 'github') ?? read.member(one, 'name')),
  );
  return read.texts(logins, MAX_NAME, MAX_LIST);
}
