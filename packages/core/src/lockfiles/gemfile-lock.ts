import type { PurlParts } from '../purl/purl.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { indentOf, lineNumber, linesOf } from './lines.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const gemfileLock = defineLockfile({
  kind: 'Gemfile.lock',
  otherNames: ['gems.locked'],
  manifests: ['Gemfile'],
  read: readGemfileLock,
  page: {
    forms: '',
    direct: 'DEPENDENCIES, and dependencies of PATH gems',
    dev: 'null: the Gemfile has the groups',
    place: 'line',
    skipped: 'gems from folders (PATH) and plugins',
  },
});

/** Where gems of a section come from. */
interface Section {
  readonly title: string;
  remote: string | null;
  revision: string | null;
}

interface Gem {
  readonly name: string;
  readonly version: string | null;
  readonly section: Section;
  readonly line: number;
}

/**
 * Gemfile.lock of Bundler. What the project asks for stands under DEPENDENCIES, and below the gems of its own folders (PATH); groups
 * such as development are in the Gemfile alone. https://github.com/rubygems/rubygems/blob/master/bundler/lib/bundler/lockfile_parser.rb
 */
function readGemfileLock(text: string, collection: Collection): null {
  const gems: Gem[] = [];
  const asked = new Set<string>();
  let section: Section | null = null;
  let listed = false;
  for (const { text: line, number } of linesOf(text)) {
    const body = line.trim();
    const indent = indentOf(line);
    if (body === '') continue;
    if (indent === 0) {
      section = { title: body, remote: null, revision: null };
      listed ||= body === 'DEPENDENCIES';
    } else if (section === null) {
      throw new LockfileProblem(`Line ${number} is outside every section of Gemfile.lock: ${quoted(body)}`);
    } else if (section.title === 'DEPENDENCIES') {
      if (indent === 2) asked.add(nameOf(body));
    } else if (SOURCES.includes(section.title)) {
      if (indent === 2) readOption(section, body);
      else if (indent === 4) gems.push({ ...splitGem(body), section, line: number });
      else if (indent === 6 && section.title === 'PATH') asked.add(nameOf(body));
    }
  }
  if (section === null || !(listed || gems.length > 0)) {
    throw new LockfileProblem('Not a Gemfile.lock file: "GEM" and "DEPENDENCIES" are missing.');
  }
  for (const gem of gems) addGem(gem, listed ? asked : null, collection);
  return null;
}

const SOURCES: readonly string[] = ['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE'];

function addGem(
  { name, version, section, line }: Gem,
  asked: ReadonlySet<string> | null,
  collection: Collection,
): void {
  const place = lineNumber(line);
  if (section.title === 'PATH') {
    return collection.skip(place, name, `a gem of the folder ${quoted(section.remote ?? '')}, not a published one`);
  }
  if (section.title === 'PLUGIN SOURCE') return collection.skip(place, name, 'a gem provided by a Bundler plugin');
  collection.add({
    type: 'gem',
    name,
    version,
    qualifiers: section.title === 'GIT' ? repositoryOf(section) : null,
    direct: asked?.has(name) ?? null,
    dev: null,
    place,
  });
}

function repositoryOf({ remote, revision }: Section): PurlParts['qualifiers'] {
  return remote === null ? null : vcsQualifiers(remote, revision);
}

function readOption(section: Section, body: string): void {
  if (body.startsWith('remote: ')) section.remote = body.slice('remote: '.length);
  if (body.startsWith('revision: ')) section.revision = body.slice('revision: '.length);
}

/** `nokogiri (1.2.3-x86_64-linux)`: what follows the first hyphen is the platform, and the gem is the same on each. */
function splitGem(body: string): Pick<Gem, 'name' | 'version'> {
  const open = body.indexOf(' (');
  if (open === -1) return { name: nameOf(body), version: null };
  const [version = ''] = body.slice(open + 2, body.endsWith(')') ? -1 : undefined).split('-', 1);
  return { name: body.slice(0, open), version: version === '' ? null : version };
}

/** `rails (~> 7.0)`, `rails!` */
function nameOf(body: string): string {
  const [name = ''] = body.split(' ', 1);
  return name.endsWith('!') ? name.slice(0, -1) : name;
}
