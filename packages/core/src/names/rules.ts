import { memberByPrefix, memberOfSet } from './attribute-sets.ts';
import { pep503 } from './pep503.ts';

/** A name to try, and where it would be a package's name. */
export interface NamedIn {
  readonly name: string;
  /** Null: in no ecosystem in particular. */
  readonly ecosystem: string | null;
}

/** One way in which the same software is named differently. */
export interface NameRule {
  readonly id: string;
  /** How often a name found this way is the same software: 1 would be always. Multiplied along a chain of rules. */
  readonly weight: number;
  readonly reason: string;
  readonly apply: (given: NamedIn) => readonly NamedIn[];
}

/** Every rule, strongest first. */
export const NAME_RULES: readonly NameRule[] = [
  {
    id: 'pep503',
    weight: 0.99,
    reason: 'PyPI ignores case, “-”, “_” and “.”',
    apply: ({ name, ecosystem }) => (ecosystem === 'PyPI' ? [{ name: pep503(name), ecosystem }] : []),
  },
  {
    id: 'attribute_set',
    weight: 0.98,
    reason: 'the attribute set names the language',
    apply: ({ name, ecosystem }) => {
      const member = ecosystem === null ? memberOfSet(name) : null;
      return member?.language ? [{ name: member.name, ecosystem: member.language.ecosystem }] : [];
    },
  },
  {
    id: 'cran_dot',
    weight: 0.95,
    reason: 'rPackages writes “_” for the “.” of a CRAN name',
    apply: ({ name, ecosystem }) =>
      ecosystem === 'CRAN' && name.includes('_') ? [{ name: name.replaceAll('_', '.'), ecosystem }] : [],
  },
  {
    id: 'npm_scope',
    weight: 0.95,
    reason: 'attributes write an npm scope as _at_scope_slash_name',
    apply: ({ name, ecosystem }) => {
      const slash = name.indexOf('_slash_');
      const isScoped = ecosystem === 'npm' && name.startsWith('_at_') && slash !== -1;
      return isScoped ? [{ name: `@${name.slice(4, slash)}/${name.slice(slash + 7)}`, ecosystem }] : [];
    },
  },
  {
    id: 'versioned_language_prefix',
    weight: 0.95,
    reason: 'distributions prefix the interpreter and its version',
    apply: ({ name, ecosystem }) => {
      const member = ecosystem === null ? memberByPrefix(name) : null;
      return member?.versioned ? [{ name: member.name, ecosystem: member.language?.ecosystem ?? null }] : [];
    },
  },
  {
    id: 'build_suffix',
    weight: 0.9,
    reason: 'the suffix says how it was built',
    apply: ({ name, ecosystem }) => {
      const suffix = BUILD_SUFFIXES.find((each) => name.endsWith(each) && name.length > each.length);
      return suffix === undefined ? [] : [{ name: name.slice(0, -suffix.length), ecosystem }];
    },
  },
  {
    id: 'case',
    weight: 0.9,
    reason: 'names differ only in case',
    apply: ({ name, ecosystem }) => (name === name.toLowerCase() ? [] : [{ name: name.toLowerCase(), ecosystem }]),
  },
  {
    id: 'version_suffix',
    weight: 0.85,
    reason: 'the suffix names a release line',
    apply: ({ name, ecosystem }) => {
      const match = VERSION_SUFFIX.exec(name);
      return match === null || match.index === 0 ? [] : [{ name: name.slice(0, match.index), ecosystem }];
    },
  },
  {
    id: 'separators',
    weight: 0.8,
    reason: 'names differ only in “-” and “_”',
    apply: ({ name, ecosystem }) => {
      const forms = [name.replaceAll('_', '-'), name.replaceAll('-', '_')];
      return forms.filter((form) => form !== name).map((form) => ({ name: form, ecosystem }));
    },
  },
  {
    id: 'language_prefix',
    weight: 0.75,
    reason: 'distributions prefix the language; some projects really have that name (python-dateutil)',
    apply: ({ name, ecosystem }) => {
      const member = ecosystem === null ? memberByPrefix(name) : null;
      return member === null || member.versioned
        ? []
        : [{ name: member.name, ecosystem: member.language?.ecosystem ?? null }];
    },
  },
  {
    id: 'other_set',
    weight: 0.7,
    reason: 'the attribute set groups packages known by their own name',
    apply: ({ name, ecosystem }) => {
      const member = ecosystem === null ? memberOfSet(name) : null;
      return member === null || member.language !== null ? [] : [{ name: member.name, ecosystem: null }];
    },
  },
  {
    id: 'lib_prefix',
    weight: 0.6,
    reason: 'libraries are packaged with and without “lib”',
    apply: ({ name, ecosystem }) => {
      if (ecosystem !== null) return [];
      return name.startsWith('lib') && name.length > 5
        ? [{ name: name.slice(3), ecosystem }]
        : [{ name: `lib${name}`, ecosystem }];
    },
  },
  {
    id: 'glued_version',
    weight: 0.5,
    reason: 'final digits may be a release line (gcc13) or part of the name (libxml2)',
    apply: ({ name, ecosystem }) => {
      const match = GLUED_VERSION.exec(name);
      return match === null || match.index < 2 ? [] : [{ name: name.slice(0, match.index), ecosystem }];
    },
  },
];

/** Endings that say how something was built. */
export const BUILD_SUFFIXES: readonly string[] = [
  '-unwrapped',
  '-wrapped',
  '-wrapper',
  '-bin',
  '-minimal',
  '-full',
  '-headless',
  '-nox',
  '-git',
  '-unstable',
  '-static',
  '-dev',
  '-source',
  '-src',
  '_headless',
  '_full',
  'Unwrapped',
  'Minimal',
  'Full',
];

/** `_2`, `_20`, `_3_1`, `-6_0`, `-1.2`, `@12` */
const VERSION_SUFFIX = /[_@-]\d{1,4}(?:[._]\d{1,4}){0,3}$/;
const GLUED_VERSION = /(?<!\d)\d{1,4}$/;
