import type { Purl } from './purl.ts';

/** What the definition of a purl type asks of the parts. */
export interface PurlType {
  readonly type: string;
  readonly namespace: 'required' | 'optional' | 'prohibited';
  /** Parts that are not case-sensitive: lower case is their normal form. */
  readonly lowercase: readonly ('namespace' | 'name' | 'version')[];
  /** Qualifiers without which the purl names nothing. */
  readonly qualifiers: readonly string[];
  /** Rules beyond case. */
  readonly normalise?: (purl: Purl) => Partial<Purl>;
  /** Why a purl of this type is refused, or null. */
  readonly problem?: (purl: Purl) => string | null;
  /** The definition these rules are taken from. */
  readonly definition: string;
}

/** The rules of a type. A type that is not registered has none: any name, any namespace, nothing changed. */
export function purlTypeOf(type: string): PurlType {
  return BY_TYPE.get(type) ?? define(type, 'optional');
}

const DEFINITIONS = 'https://github.com/package-url/purl-spec/blob/main/types';

type Extras = Partial<Pick<PurlType, 'qualifiers' | 'normalise' | 'problem'>>;

function define(
  type: string,
  namespace: PurlType['namespace'],
  lowercase: PurlType['lowercase'] = [],
  extras: Extras = {},
): PurlType {
  return {
    type,
    namespace,
    lowercase,
    qualifiers: [],
    ...extras,
    definition: `${DEFINITIONS}/${type}-definition.json`,
  };
}

/** Every registered type. */
export const PURL_TYPES: readonly PurlType[] = [
  define('alpm', 'required', ['namespace', 'name']),
  define('apk', 'required', ['namespace', 'name']),
  define('bazel', 'prohibited'),
  define('bitbucket', 'required', ['namespace', 'name']),
  define('bitnami', 'prohibited', ['name']),
  define('brew', 'optional', ['namespace', 'name']),
  define('cargo', 'prohibited'),
  define('chrome-extension', 'prohibited', ['name'], { problem: chromeExtensionProblem }),
  define('cocoapods', 'prohibited'),
  define('composer', 'required', ['namespace', 'name']),
  define('conan', 'optional'),
  define('conda', 'prohibited'),
  define('cpan', 'optional', [], {
    normalise: ({ namespace }) => ({ namespace: namespace?.toUpperCase() ?? null }),
    problem: ({ name }) =>
      name.includes('::') ? 'a CPAN purl names the distribution (URI-PackageURL), not the module' : null,
  }),
  define('cran', 'prohibited'),
  define('deb', 'required', ['namespace', 'name']),
  define('docker', 'optional'),
  define('gem', 'prohibited'),
  define('generic', 'optional'),
  define('git', 'required', [], {
    normalise: gitPath,
    problem: ({ name }) => (name === '' ? 'the name is missing' : null),
  }),
  define('github', 'required', ['namespace', 'name']),
  // The definition says both "case sensitive" and "shall be lowercased". Module paths differ by case
  // (github.com/BurntSushi/toml), and the Go vulnerability database and osv.dev keep it, so it is kept.
  // Its `required` namespace is not enforced either: the same database writes pkg:golang/stdlib.
  define('golang', 'optional'),
  define('hackage', 'prohibited', [], { normalise: ({ name }) => ({ name: name.replaceAll('_', '-') }) }),
  define('hex', 'optional', ['namespace', 'name']),
  define('huggingface', 'required', ['version']),
  define('julia', 'prohibited', [], { qualifiers: ['uuid'] }),
  define('luarocks', 'optional', ['namespace', 'name']),
  define('maven', 'required'),
  define('mlflow', 'prohibited', [], { normalise: mlflowName }),
  define('npm', 'optional'),
  define('nuget', 'prohibited'),
  define('oci', 'prohibited', ['name', 'version']),
  define('opam', 'prohibited'),
  define('otp', 'prohibited', ['name']),
  define('pub', 'prohibited', ['name'], { normalise: ({ name }) => ({ name: name.replace(NOT_PUB, '_') }) }),
  define('pypi', 'prohibited', ['name', 'version'], { normalise: ({ name }) => ({ name: name.replaceAll('_', '-') }) }),
  define('qpkg', 'required', ['namespace']),
  define('rpm', 'required', ['namespace']),
  define('swid', 'optional', [], { qualifiers: ['tag_id'] }),
  define('swift', 'required'),
  define('vcpkg', 'prohibited'),
  define('vscode-extension', 'required', ['namespace', 'name', 'version']),
  define('yocto', 'optional', ['namespace']),
];

const BY_TYPE: ReadonlyMap<string, PurlType> = new Map(PURL_TYPES.map((type) => [type.type, type]));

function chromeExtensionProblem({ name, version }: Purl): string | null {
  if (!CHROME_ID.test(name)) return 'a Chrome extension ID has 32 letters from a to p';
  return version === null || CHROME_VERSION.test(version) ? null : 'a Chrome extension version has one to four numbers';
}

/** The namespace is the host alone, the name the whole path on it; GitHub's paths are not case-sensitive. */
function gitPath(purl: Purl): Partial<Purl> {
  if (purl.namespace === null) return {};
  const [host = '', ...path] = `${purl.namespace}/${purl.name}`.split('/').filter((segment) => segment !== '');
  const name = path.join('/');
  return { namespace: host, name: host === 'github' || host === 'github.com' ? name.toLowerCase() : name };
}

/** Databricks does not tell model names apart by case; Azure ML does. */
function mlflowName({ name, qualifiers }: Purl): Partial<Purl> {
  return qualifiers['repository_url']?.includes('databricks') ? { name: name.toLowerCase() } : {};
}

const NOT_PUB = /[^a-z0-9_]/g;
const CHROME_ID = /^[a-p]{32}$/;
const CHROME_VERSION = /^\d{1,10}(?:\.\d{1,10}){0,3}$/;
