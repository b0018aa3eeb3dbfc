import { canonicalName } from '../names/canonical.ts';

/** What a name may be filed under: asked in this order. */
export interface AggregatorNames {
  /** A project of the aggregator. */
  readonly project: string;
  /** An attribute of the collection, by which the aggregator can tell the project; null where the name is none. */
  readonly attribute: string | null;
}

/** The names under which a version aggregator may know a package, whatever form it was asked in. */
export function aggregatorNames(requested: string): AggregatorNames {
  const isAttribute = ATTRIBUTE.test(requested) && requested.length <= LONGEST_ATTRIBUTE;
  // What has a slash is no path of attributes, whatever dots it has.
  const project = requested.includes('/') ? requested.toLowerCase() : canonicalName(requested);
  return { project, attribute: isAttribute ? requested : null };
}

/** What Nix takes as an attribute path, with the quotes that some names need. `github.com/a/b` and `@scope/name` are none. */
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
