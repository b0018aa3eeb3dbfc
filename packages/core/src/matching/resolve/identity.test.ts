import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../test/matching-entry.ts';
import type { Subject } from '../../ranges/model.ts';
import { AS_DESCRIBED } from '../../records/targets.ts';
import type { CollectionFact, KnownSubject, MatchQuestion } from '../facts.ts';
import { ecosystemsMeant, identityContext, identityOf, isOfAnotherRepository } from './identity.ts';
import { openScope, type Pointers } from './identity-context.ts';

const packaged = (ecosystem: string, name = 'harbour'): Subject => ({ ecosystem, vendor: null, name });
const product = (vendor: string | null, name = 'harbour'): Subject => ({ ecosystem: null, vendor, name });

const NOWHERE: Pointers = { references: [], homes: [] };
const link = (...references: string[]): Pointers => ({ ...NOWHERE, references });
const home = (...homes: string[]): Pointers => ({ ...NOWHERE, homes });
const madeFor = (target: string, name = 'harbour'): Pointers => ({ ...NOWHERE, targets: new Map([[name, target]]) });
const ISSUE = 'https://github.com/tidewater/harbour/issues/1';

/** By where the package comes from. */
const REPOSITORY = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour' });
const SITE = entryOf('harbour', { homepage: 'https://www.harbour.example/' });
const OTHER_REPOSITORY = entryOf('harbour', { homepage: 'https://github.com/tidewater/harbour-cli' });
const UNKNOWN = entryOf('harbour');
const PYTHON = entryOf('python312Packages.harbour', {
  ecosystem: 'PyPI',
  ecosystemName: 'harbour',
  homepage: 'https://github.com/tidewater/harbour',
});
const EXTENSION = entryOf('vscode-extensions.tidewater.harbour', { homepage: 'https://github.com/elsewhere/harbour' });
const PREFIXED = entryOf('tidewater-harbour', { makers: ['tidewater'] });

function contextOf(
  entries: readonly CollectionFact[],
  known: readonly KnownSubject[] = [],
  question: Partial<MatchQuestion> = {},
) {
  return identityContext({ package: entries[0]?.attribute ?? 'harbour', version: null, ...question }, entries, known);
}

const known = (vendor: string, name: string): KnownSubject => ({ subject: product(vendor, name), sources: ['nvd'] });

describe('a package of a registry', () => {
  it.each<[string | null, string, CollectionFact, Subject, Pointers?]>([
    ['language_set', 'of the set’s ecosystem', PYTHON, packaged('PyPI')],
    [null, 'of another ecosystem than the set’s', PYTHON, packaged('npm'), link(ISSUE)],
    [null, 'of a distribution, named like a language’s', PYTHON, packaged('Debian:12')],
    ['other_registry', 'of the same name', REPOSITORY, packaged('npm')],
    ['other_registry', 'that links another site', REPOSITORY, packaged('npm'), link('https://www.harbour.example/x')],
    ['registry_references', 'that links the repository', REPOSITORY, packaged('npm'), link(ISSUE)],
    [
      'registry_references',
      'that has the repository',
      REPOSITORY,
      packaged('npm'),
      home('git+https://github.com/tidewater/harbour.git'),
    ],
    ['registry_references', 'that links the site', SITE, packaged('npm'), link('https://harbour.example/advisory')],
    ['other_registry', 'that links a repository, where a site is known', SITE, packaged('npm'), link(ISSUE)],
    [
      'registry_references',
      'that links the maker’s repository of the name',
      OTHER_REPOSITORY,
      packaged('npm'),
      link(ISSUE),
    ],
    ['other_registry', 'of an extension’s name', EXTENSION, packaged('npm'), link(ISSUE)],
    [
      'repackaged',
      'that packs others’ software, and links the repository',
      REPOSITORY,
      packaged('Bitnami'),
      link(ISSUE),
    ],
    [
      'references_agree',
      'that keeps upstream’s names, and links the repository',
      REPOSITORY,
      packaged('OSS-Fuzz'),
      link(ISSUE),
    ],
    ['upstream_name', 'that keeps upstream’s names', SITE, packaged('OSS-Fuzz')],
    ['upstream_name', 'that keeps upstream’s names, where no home is known', UNKNOWN, packaged('Bitnami')],
    [
      'other_registry',
      'that keeps upstream’s names, where the home is somebody else’s',
      REPOSITORY,
      packaged('OSS-Fuzz'),
    ],
    ['other_registry', 'that keeps upstream’s names, like an extension', EXTENSION, packaged('OSS-Fuzz')],
    ['distribution_name', 'of a distribution', REPOSITORY, packaged('Debian:12'), link(ISSUE)],
    [
      'distribution_name',
      'of a distribution, with the maker before it',
      PREFIXED,
      packaged('Debian:12', 'tidewater-harbour'),
    ],
    [null, 'of a distribution, without the maker before it', PREFIXED, packaged('Debian:12')],
    [null, 'without the maker before it', PREFIXED, packaged('npm')],
    [null, 'of another name', REPOSITORY, packaged('npm', 'port')],
  ])('is, as %s, what is meant: one %s', (rule, _, entry, subject, pointers = NOWHERE) => {
    expect(identityOf(subject, contextOf([entry]), pointers)?.rule ?? null).toBe(rule);
  });

  it.each<[string | null, string, Subject, Partial<MatchQuestion>]>([
    ['asked_ecosystem', 'of the ecosystem', packaged('npm'), { ecosystem: 'npm' }],
    [null, 'in another case', packaged('npm', 'Harbour'), { ecosystem: 'npm' }],
    [
      'asked_ecosystem',
      'in a case that its ecosystem does not tell',
      packaged('NuGet', 'Harbour'),
      { ecosystem: 'NuGet' },
    ],
    [null, 'of another ecosystem', packaged('PyPI'), { ecosystem: 'npm' }],
    [null, 'of another release', packaged('Debian:11'), { ecosystem: 'Debian:12' }],
    ['asked_ecosystem', 'of some release', packaged('Debian:11'), { ecosystem: 'Debian' }],
    [null, 'that is a product', product('tidewater'), { ecosystem: 'npm' }],
    ['registry_name', 'where no ecosystem is given', packaged('npm'), {}],
    [
      'name_form',
      'whose name has the form of its ecosystem',
      packaged('Go', 'github.com/tidewater/harbour'),
      { package: 'github.com/tidewater/harbour' },
    ],
  ])('is %s without a collection: one %s', (rule, _, subject, question) => {
    expect(identityOf(subject, contextOf([], [], question), null)?.rule ?? null).toBe(rule);
  });
});

describe('a product', () => {
  it.each<[string | null, string, CollectionFact, Subject, Pointers?]>([
    ['vendor_agrees', 'of the repository’s owner', REPOSITORY, product('tidewater')],
    ['vendor_agrees', 'of the owner with a legal form', REPOSITORY, product('tidewater_inc')],
    ['vendor_agrees', 'with the vendor before its name', REPOSITORY, product('tidewater', 'tidewater harbour')],
    [null, 'with another vendor before its name', REPOSITORY, product('elsewhere', 'tidewater harbour')],
    ['name_alone', 'without a vendor', REPOSITORY, product(null)],
    ['name_alone', 'of a vendor that says nothing', REPOSITORY, product('n/a')],
    ['vendor_disagrees', 'of another vendor', REPOSITORY, product('elsewhere')],
    ['other_home', 'of a vendor named like it, whose home is somebody else’s', REPOSITORY, product('harbour')],
    ['vendor_is_product', 'of a vendor named like it, whose home nobody knows', UNKNOWN, product('harbour_project')],
    ['name_alone', 'of any vendor, whose home nobody knows', UNKNOWN, product('elsewhere')],
    ['references_agree', 'that links the repository', REPOSITORY, product('elsewhere'), link(ISSUE)],
    [
      'references_agree',
      'that has the repository',
      REPOSITORY,
      product('elsewhere'),
      home('https://github.com/tidewater/harbour'),
    ],
    [
      'vendor_disagrees',
      'that links another repository of its name',
      REPOSITORY,
      product('elsewhere'),
      link('https://github.com/elsewhere/harbour'),
    ],
    [
      'vendor_disagrees',
      'that links a database',
      REPOSITORY,
      product('elsewhere'),
      link('https://nvd.nist.gov/vuln/detail/CVE-1'),
    ],
    ['vendor_agrees', 'of the owner, from another repository', OTHER_REPOSITORY, product('tidewater')],
    [
      'maker_repository',
      'of the owner, that links another repository',
      OTHER_REPOSITORY,
      product('tidewater'),
      link(ISSUE),
    ],
    [
      'vendor_agrees',
      'of the owner, that links somebody else’s repository',
      OTHER_REPOSITORY,
      product('tidewater'),
      link('https://github.com/elsewhere/harbour'),
    ],
    ['own_site', 'with a site of its name', SITE, product('elsewhere')],
    ['own_site', 'with a site of its name, and no vendor', SITE, product(null)],
    ['vendor_agrees', 'of the site', SITE, product('harbour')],
    [
      'references_agree',
      'that links the site',
      SITE,
      product('elsewhere'),
      link('https://docs.harbour.example/advisory'),
    ],
    ['vendor_disagrees', 'of a distribution, with a site of its name', SITE, product('debian')],
    [
      'own_site',
      'with a site called upon',
      entryOf('harbour', { homepage: 'https://getharbour.example' }),
      product('elsewhere'),
    ],
    [
      'vendor_disagrees',
      'with a site of a longer name',
      entryOf('harbour', { homepage: 'https://harbourproject.example' }),
      product('elsewhere'),
    ],
    [
      'own_site',
      'with a page of a foundation',
      entryOf('harbour', { homepage: 'https://www.gnu.org/software/harbour/' }),
      product('elsewhere'),
    ],
    [
      'vendor_agrees',
      'of a vendor in the path of its home',
      entryOf('harbour', { homepage: 'https://port.example/tidewater/harbour' }),
      product('tidewater'),
    ],
    [
      'vendor_agrees',
      'of a vendor in the host of its home',
      entryOf('harbour', { homepage: 'https://tidewater.port.example/' }),
      product('tidewater'),
    ],
    [
      'vendor_disagrees',
      'of a short vendor in the path of its home',
      entryOf('harbour', { homepage: 'https://port.example/abc/harbour' }),
      product('abc'),
    ],
    ['maker_in_name', 'that begins with its maker', PREFIXED, product('elsewhere', 'tidewater harbour')],
    [
      'maker_in_name',
      'that begins with its vendor',
      entryOf('elsewhere-harbour', { homepage: 'https://github.com/tidewater/x' }),
      product('elsewhere', 'elsewhere-harbour'),
    ],
    ['vendor_agrees', 'without its maker before it', PREFIXED, product('tidewater')],
    [null, 'without its maker before it, of another vendor', PREFIXED, product('elsewhere')],
    ['vendor_disagrees', 'named like an extension', EXTENSION, product('tidewater')],
    ['name_alone', 'named like an extension, of no vendor', EXTENSION, product(null)],
    ['vendor_agrees', 'of an extension’s maker', EXTENSION, product('elsewhere')],
    ['language_product', 'named like a language’s package', PYTHON, product('tidewater')],
    ['references_agree', 'that links a language’s package', PYTHON, product('elsewhere'), link(ISSUE)],
    [
      'language_product',
      'that links the owner of a language’s package',
      PYTHON,
      product('elsewhere'),
      link('https://github.com/tidewater/port'),
    ],
    ['target_agrees', 'made for the language', PYTHON, product('elsewhere'), madeFor('python')],
    ['target_disagrees', 'made for another language than the package’s', PYTHON, product('elsewhere'), madeFor('go')],
    ['language_product', 'made for a language that is none', PYTHON, product('elsewhere'), madeFor('linux')],
    ['other_registry', 'made for a language of libraries', REPOSITORY, product('elsewhere'), madeFor('python')],
    ['vendor_agrees', 'made for a language, of the owner', REPOSITORY, product('tidewater'), madeFor('python')],
    ['other_home', 'made for a language, of a vendor named like it', REPOSITORY, product('harbour'), madeFor('python')],
    ['vendor_disagrees', 'made for a language of programs', REPOSITORY, product('elsewhere'), madeFor('go')],
    ['vendor_disagrees', 'made for another language of programs', REPOSITORY, product('elsewhere'), madeFor('rust')],
    ['vendor_disagrees', 'made for Java', REPOSITORY, product('elsewhere'), madeFor('java')],
    ['other_registry', 'made for Java, of a Maven group', REPOSITORY, product('org.elsewhere'), madeFor('java')],
    ['target_disagrees', 'that is a plug-in', REPOSITORY, product('tidewater'), madeFor('wordpress')],
    ['target_disagrees', 'for another system', REPOSITORY, product('elsewhere'), madeFor('windows')],
    [
      'vendor_agrees',
      'where another product of the record is for another system',
      REPOSITORY,
      product('tidewater'),
      madeFor('windows', 'port'),
    ],
    [
      'target_disagrees',
      'where the whole record is for another system',
      REPOSITORY,
      product('elsewhere'),
      madeFor('windows', '*'),
    ],
    [
      'described_elsewhere',
      'that is described for another system',
      REPOSITORY,
      product('tidewater'),
      madeFor('windows', AS_DESCRIBED),
    ],
    [
      'enricher_alone',
      'that only an enrichment names',
      REPOSITORY,
      product('tidewater'),
      { ...NOWHERE, disowned: new Set(['harbour']) },
    ],
    [
      'vendor_agrees',
      'beside one that only an enrichment names',
      REPOSITORY,
      product('tidewater'),
      { ...NOWHERE, disowned: new Set(['port']) },
    ],
    [null, 'of another name', REPOSITORY, product('tidewater', 'port')],
  ])('is, as %s, what is meant: one %s', (rule, _, entry, subject, pointers = NOWHERE) => {
    expect(identityOf(subject, contextOf([entry]), pointers)?.rule ?? null).toBe(rule);
  });

  it.each(['windows', 'macos', 'mac_os_x', 'android', 'iphone_os', 'ios'])(
    'for %s may be meant where no collection is asked',
    (system) => {
      expect(identityOf(product('elsewhere'), contextOf([]), madeFor(system))?.rule).toBe('name_alone');
      expect(identityOf(product('elsewhere'), contextOf([]), madeFor('wordpress'))?.rule).toBe('target_disagrees');
    },
  );

  it.each<[string | null, string, Subject]>([
    ['declared_cpe', 'of the vendor', product('Tidewater')],
    ['declared_cpe', 'of the vendor with a legal form', product('tidewater_project')],
    [null, 'of another vendor', product('elsewhere')],
    [null, 'of no vendor', product(null)],
  ])('that the collection declares is %s: one %s', (rule, _, subject) => {
    const entry = entryOf('port', { cpes: ['cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*'] });

    expect(identityOf(subject, contextOf([entry]), null)?.rule ?? null).toBe(rule);
  });

  it.each<[string, string, readonly KnownSubject[]]>([
    ['own_site', 'one vendor has', [known('port', 'harbour'), known('Port Inc', 'Harbour')]],
    [
      'own_site',
      'one vendor has beside those who rebuild or do not say',
      [known('port', 'harbour'), known('debian', 'harbour'), known('n/a', 'harbour')],
    ],
    ['vendor_disagrees', 'two vendors have', [known('port', 'harbour'), known('pier', 'harbour')]],
    ['vendor_disagrees', 'nobody is known to have', [known('port', 'pier')]],
    ['vendor_disagrees', 'only packages are known of', [{ subject: packaged('npm'), sources: ['osv'] }]],
  ])('is %s, with a site of a longer name, where %s a product of its own', (rule, _, speakers) => {
    const entry = entryOf('harbour', { homepage: 'https://harbourproject.example' });

    expect(identityOf(product('elsewhere'), contextOf([entry], speakers), null)?.rule).toBe(rule);
  });

  it('is known by the surest of several entries', () => {
    const entries = [
      REPOSITORY,
      entryOf('harbour', { channel: 'nixos-24.11', cpes: ['cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*'] }),
    ];

    expect(identityOf(product('tidewater'), contextOf(entries), null)?.rule).toBe('declared_cpe');
  });

  it('is told with what led to it, and what the weight of the names leaves', () => {
    expect(identityOf(product('tidewater', 'Tidewater Harbour'), contextOf([REPOSITORY]), null)).toMatchObject({
      rule: 'vendor_agrees',
      weight: 0.931,
      naming: ['vendor_prefix'],
      from: 'harbour',
      to: 'tidewater:Tidewater Harbour',
    });
    expect(identityOf(product(null), contextOf([REPOSITORY]), null)?.to).toBe('*:harbour');
    expect(identityOf(packaged('npm'), contextOf([REPOSITORY]), null)?.to).toBe('npm harbour');
  });
});

it.each<[string, boolean, CollectionFact, Pointers | null]>([
  ['somebody else’s of that name', true, REPOSITORY, link('https://github.com/elsewhere/harbour')],
  ['somebody else’s of that name as its home', true, REPOSITORY, home('https://github.com/elsewhere/harbour')],
  ['the package’s own', false, REPOSITORY, link(ISSUE)],
  ['the package’s own beside somebody else’s', false, REPOSITORY, link('https://github.com/elsewhere/harbour', ISSUE)],
  ['the maker’s of that name', false, OTHER_REPOSITORY, link(ISSUE)],
  ['one of another name', false, REPOSITORY, link('https://github.com/elsewhere/port')],
  ['no repository', false, REPOSITORY, link('https://port.example/')],
  ['nothing', false, REPOSITORY, null],
  ['somebody’s, where no home is known', false, UNKNOWN, link('https://github.com/elsewhere/harbour')],
])('a record that links %s is about another repository: %s', (_, expected, entry, pointers) => {
  expect(isOfAnotherRepository(openScope(contextOf([entry])), pointers, 'harbour')).toBe(expected);
});

it.each<[string, readonly string[] | null | undefined, readonly CollectionFact[], Partial<MatchQuestion>?]>([
  ['a language’s package', ['PyPI'], [PYTHON]],
  ['a package of a language that nobody covers', null, [entryOf('lua54Packages.harbour')]],
  ['a program', undefined, [REPOSITORY]],
  ['a package of an ecosystem that is named', ['npm'], [], { ecosystem: 'npm' }],
  ['a name of no form', undefined, []],
  ['a name of npm’s form', ['npm'], [], { package: '@tidewater/harbour' }],
])('%s belongs to %j', (_, expected, entries, question) => {
  expect(ecosystemsMeant(contextOf(entries, [], question))).toEqual(expected);
});
