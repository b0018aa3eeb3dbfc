/** A language's package set: what its attributes and its distribution packages are called, and where its packages come from. */
export interface Language {
  readonly id: string;
  /** OSV's ecosystem; null where OSV has none. */
  readonly ecosystem: string | null;
  /** Repology's prefix (`python:requests`); null where Repology keeps the plain name. */
  readonly repology: string | null;
  /** Attribute sets, without version: `python` stands for `python3Packages`, `python312Packages`. */
  readonly sets: readonly string[];
  /** Prefixes of package names in distributions, without version: `python3.12-requests`, `py3-requests`. */
  readonly prefixes: readonly string[];
}

/** Languages whose packages nixpkgs and distributions carry under names of their own. */
export const LANGUAGES: readonly Language[] = [
  {
    id: 'python',
    ecosystem: 'PyPI',
    repology: 'python',
    sets: ['pythonPackages', 'pypyPackages'],
    prefixes: ['python', 'py', 'pypy'],
  },
  {
    id: 'haskell',
    ecosystem: 'Hackage',
    repology: 'haskell',
    sets: ['haskellPackages', 'haskell.packages.ghc'],
    prefixes: ['haskell', 'ghc'],
  },
  { id: 'perl', ecosystem: null, repology: 'perl', sets: ['perlPackages'], prefixes: ['perl'] },
  { id: 'ruby', ecosystem: 'RubyGems', repology: 'ruby', sets: ['rubyPackages'], prefixes: ['ruby', 'rubygem'] },
  {
    id: 'node',
    ecosystem: 'npm',
    repology: 'node',
    sets: ['nodePackages', 'nodejsPackages'],
    prefixes: ['node', 'nodejs'],
  },
  { id: 'r', ecosystem: 'CRAN', repology: 'r', sets: ['rPackages'], prefixes: ['r'] },
  { id: 'lua', ecosystem: null, repology: 'lua', sets: ['luaPackages', 'luajitPackages'], prefixes: ['lua', 'luajit'] },
  {
    id: 'ocaml',
    ecosystem: 'opam',
    repology: 'ocaml',
    sets: ['ocamlPackages', 'ocaml-ng.ocamlPackages'],
    prefixes: ['ocaml'],
  },
  { id: 'php', ecosystem: 'Packagist', repology: 'php', sets: ['phpPackages'], prefixes: ['php'] },
  {
    id: 'erlang',
    ecosystem: 'Hex',
    repology: 'erlang',
    sets: ['beamPackages', 'beam.packages.erlang'],
    prefixes: ['erlang', 'elixir'],
  },
  { id: 'dotnet', ecosystem: 'NuGet', repology: null, sets: ['dotnetPackages'], prefixes: [] },
  { id: 'go', ecosystem: 'Go', repology: 'go', sets: ['goPackages'], prefixes: ['golang'] },
  { id: 'rust', ecosystem: 'crates.io', repology: 'rust', sets: ['rustPackages'], prefixes: ['rust'] },
  { id: 'julia', ecosystem: 'Julia', repology: null, sets: ['juliaPackages'], prefixes: ['julia'] },
  { id: 'emacs', ecosystem: null, repology: 'emacs', sets: ['emacsPackages', 'emacs.pkgs'], prefixes: ['emacs'] },
  { id: 'vim', ecosystem: null, repology: 'vim', sets: ['vimPlugins'], prefixes: ['vim'] },
];

/** A name inside a set: `python312Packages.requests`. */
export interface SetMember {
  /** Null when the set is not a language's (`xorg.libX11`, `linuxPackages_6_6.nvidia`). */
  readonly language: Language | null;
  readonly name: string;
}

/** Takes the attribute set off a path; null when there is none. Quoted attributes may hold dots: `nodePackages."socket.io"`. */
export function memberOfSet(attribute: string): SetMember | null {
  const { set, name } = splitPath(attribute);
  if (set === '' || name === '') return null;
  const language = languageOfSet(set);
  // The dot of `python3.12-requests` is no path: an attribute begins with a letter.
  return language !== null || (BEGINS_LIKE_AN_ATTRIBUTE.test(set) && BEGINS_LIKE_AN_ATTRIBUTE.test(name))
    ? { language, name }
    : null;
}

/** Takes a language prefix off a distribution's name: `python3.12-requests`; null when there is none. */
export function memberByPrefix(name: string): (SetMember & { readonly versioned: boolean }) | null {
  const hyphen = name.indexOf('-');
  if (hyphen < 1 || hyphen === name.length - 1) return null;
  const prefix = name.slice(0, hyphen).toLowerCase();
  const plain = withoutVersions(prefix);
  const language = BY_PREFIX.get(plain);
  return language === undefined ? null : { language, name: name.slice(hyphen + 1), versioned: plain !== prefix };
}

const BEGINS_LIKE_AN_ATTRIBUTE = /^[a-z_]/i;

/** Sets nest (`ocamlPackages.janeStreet`): the innermost that is a language's decides. */
function languageOfSet(set: string): Language | null {
  for (let depth = 0, at = set.length; depth < DEEPEST_SET && at > 0; depth += 1, at = set.lastIndexOf('.', at - 1)) {
    const language = BY_SET.get(withoutVersions(set.slice(0, at)));
    if (language !== undefined) return language;
  }
  return null;
}

const DEEPEST_SET = 6;

function splitPath(attribute: string): { set: string; name: string } {
  if (attribute.endsWith('"')) {
    const quote = attribute.indexOf('."');
    return quote === -1
      ? { set: '', name: '' }
      : { set: attribute.slice(0, quote), name: attribute.slice(quote + 2, -1) };
  }
  const dot = attribute.lastIndexOf('.');
  return { set: attribute.slice(0, Math.max(dot, 0)), name: attribute.slice(dot + 1) };
}

/** Digits, dots and underscores that number a set: `python312Packages`, `rubyPackages_3_1`, `haskell.packages.ghc94`. */
function withoutVersions(set: string): string {
  const plain = set.replace(NUMBERING, '').toLowerCase();
  return plain.endsWith('_latest') ? plain.slice(0, -7) : plain;
}

const NUMBERING = /[0-9]|_(?=[0-9])|\.(?=[0-9])/g;

const BY_SET: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.sets.map((set) => [set.toLowerCase(), language])),
);
const BY_PREFIX: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.prefixes.map((prefix) => [prefix, language])),
);
