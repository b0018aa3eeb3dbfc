import { canonicalName } from '../names/canonical.ts';

/** Names under which Repology may file a package, in order of preference. */
export interface AggregatorNames {
  /** A project of the aggregator. */
  readonly project: string;
  /** An attribute of the collection, by which the aggregator can tell the project; null where the name is none. */
  readonly attribute: string | null;
}

/** The names under which a version aggregator may know a package, whatever form it was asked in. */
export function aggregatorNames(requested: string): AggregatorNames {
  const isAttribute = ATTRIBUTE.test(requested) && requested.length <= LONGEST_ATTRIBUTE;
  // Names with a slash are never attribute paths, even with dots.
  const project = requested.includes('/') ? requested.toLowerCase() : canonicalName(requested);
  return { project, attribute: isAttribute ? requested : null };
}

/** Attribute paths as Nix accepts them, including quotes. Excludes `github.com/a/b` and `@scope/name`. */
const ATTRIBUTE = /^[A-Za-z_][A-Za-z0-9_'"+.-]*$/;
const LONGEST_ATTRIBUTE = 200;

/** Whether the aggregator could have a project of that name: only then is it worth a request. */
export function mayBeProject(name: string): boolean {
  return name !== '.' && name !== '..' && name.length <= LONGEST_PROJECT && name.isWellFormed();
}

const LONGEST_PROJECT = 250;

/** A record of the source is a project, by its name. Beside it one may ask which project an attribute belongs to. */
export type AggregatorKey = { readonly project: string } | { readonly attribute: string };

/** No project has a prefix with an underscore. */
const ATTRIBUTE_KEY = 'nix_unstable:';

export function attributeKey(attribute: string): string {
  return ATTRIBUTE_KEY + attribute;
}

export function readAggregatorKey(key: string): AggregatorKey {
  return key.startsWith(ATTRIBUTE_KEY) ? { attribute: key.slice(ATTRIBUTE_KEY.length) } : { project: key };
}

/** How the projects of an attribute are kept as one text; a name has no line breaks. */
export function writeProjects(projects: readonly string[]): string {
  return projects.slice(0, MOST_PROJECTS).join('\n');
}

export function readProjects(text: string): readonly string[] {
  return text.split('\n').filter((name) => name !== '');
}

const MOST_PROJECTS = 20;
