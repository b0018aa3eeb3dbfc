import { cpeText } from '../cpe/cpe.ts';
import { parseCpe } from '../cpe/parse.ts';
import type { ProductTarget } from '../matching/facts.ts';
import { foldName, isUnsaid } from '../names/product-name.ts';
import { list, member, text } from '../ranges/untyped.ts';

/** Entries that are looked at; a record may name thousands of products. */
const MOST_MENTIONS = 2_000;

/**
 * Finds the platforms of products, if every entry about a product states one: `target_sw`, platforms, the collection.
 */
export function productTargets(value: unknown): ProductTarget[] {
  const mentions = [
    ...ofContainers(value),
    ...ofConfigurations(member(member(value, 'cve') ?? value, 'configurations')),
  ];
  const products = Map.groupBy(mentions.slice(0, MOST_MENTIONS), ({ product }) => product);
  const system = systemOfAssigner(value);
  const described = system === null && !namesPlatforms(value) ? systemDescribed(value) : null;
  return [
    ...[...products].flatMap(([product, all]) => {
      const targets = new Set(all.map(({ target }) => target));
      const [target] = targets;
      return targets.size === 1 && target != null ? [{ product, target }] : [];
    }),
    ...(system === null ? [] : [{ product: ANY_PRODUCT, target: system }]),
    ...(described === null ? [] : [{ product: AS_DESCRIBED, target: described }]),
  ];
}

/** Stands for every product of a record, whatever an enrichment calls it. */
export const ANY_PRODUCT = '*';
/** Marks a system that only the description names. */
export const AS_DESCRIBED = '?';

/** The one system that everything is about which the assigner names. No enrichment widens it. */
function systemOfAssigner(value: unknown): string | null {
  const entries = assignedEntries(value);
  const systems = new Set(entries.slice(0, MOST_MENTIONS).map(readSystem));
  const [system = null] = systems;
  return systems.size === 1 ? system : null;
}

function assignedEntries(value: unknown): readonly unknown[] {
  return list(member(member(member(value, 'containers'), 'cna'), 'affected'));
}

function namesPlatforms(value: unknown): boolean {
  return assignedEntries(value).some((entry) => list(member(entry, 'platforms')).length > 0);
}

/** Windows, where the description places the flaw there ("sbt on Windows uses …") and names no other system. */
function systemDescribed(value: unknown): string | null {
  const prose = getDescription(value).slice(0, MAX_DESCRIPTION);
  const onlyThere = ON_WINDOWS.test(ONLY_AFFECTS.exec(prose)?.[1] ?? '');
  return onlyThere || (ON_WINDOWS.test(prose) && !OTHER_SYSTEMS.test(prose)) ? 'windows' : null;
}

/** The assigner's: of a CVE record, of NVD's, and as Anchore repeats it. */
function getDescription(value: unknown): string {
  const listed = [
    ...list(member(member(member(value, 'containers'), 'cna'), 'descriptions')),
    ...list(member(value, 'descriptions')),
  ];
  const english = listed.find((each) => text(member(each, 'lang'))?.startsWith('en'));
  return text(member(english, 'value')) ?? text(member(member(value, '_annotation'), 'description')) ?? '';
}

const MAX_DESCRIPTION = 4_000;
const ON_WINDOWS = /\b(?:on|for|under) (?:(?:Microsoft|the) )?Windows\b/i;
const ONLY_AFFECTS = /\bonly affects? ([^.]{0,100})/i;
const OTHER_SYSTEMS =
  /\b(?:Linux|Unix|BSD|FreeBSD|POSIX|Android|macOS|OS X|Ubuntu|Debian|Safari|WebKit|cross-platform|(?:all|any|other|multiple|every) (?:platforms?|operating systems?))\b/i;

/**
 * Lists products that only enrichments of a record name, and that have nothing in common with what the assigner names: the product
 * of a CPE name that was looked up by a similar word.
 */
export function disownedProducts(value: unknown): string[] {
  const assigned = assignedEntries(value)
    .slice(0, MAX_ASSIGNED)
    .flatMap((entry) => [
      text(member(entry, 'product')),
      text(member(entry, 'packageName')),
      text(member(entry, 'vendor')),
    ])
    .flatMap((name) => (name === null || isUnsaid(name) ? [] : [splitWords(name)]));
  if (assigned.length === 0) return [];
  const enriched = list(member(member(value, 'containers'), 'adp'))
    .flatMap((container) => list(member(container, 'affected')))
    .slice(0, MAX_ASSIGNED)
    .flatMap((entry) => {
      const [product, vendor] = [text(member(entry, 'product')), text(member(entry, 'vendor'))];
      const names = [product, vendor].flatMap((name) => (name === null ? [] : [splitWords(name)]));
      const isAlike = names.some((own) => assigned.some((other) => isSimilar(own, other)));
      return product === null || isAlike ? [] : [foldName(product)];
    });
  return [...new Set(enriched)];
}

const MAX_ASSIGNED = 100;

function splitWords(name: string): readonly string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '');
}

/** Names with a word in common, or of which one contains the other: `XZ Utils` and `xz`, `OpenSSL` and `openssl_project`. */
function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  if (a.some((word) => word.length > 1 && b.includes(word))) return true;
  const [whole, other] = [a.join(''), b.join('')];
  return whole.length > 2 && other.length > 2 && (whole.includes(other) || other.includes(whole));
}

interface Mention {
  readonly product: string;
  /** Null: for nothing in particular. */
  readonly target: string | null;
}

function ofContainers(value: unknown): Mention[] {
  const containers = member(value, 'containers');
  const all = [member(containers, 'cna'), ...list(member(containers, 'adp'))];
  const entries = all.flatMap((container) => list(member(container, 'affected')));
  const applicable = all.flatMap((container) => list(member(container, 'cpeApplicability')));
  return [...entries.flatMap(ofEntry), ...ofConfigurations(applicable)];
}

/** An entry's CPE names say what it is made for; where it has none, its collection or its platforms. */
function ofEntry(entry: unknown): Mention[] {
  const cpes = list(member(entry, 'cpes')).flatMap(ofCpe);
  if (cpes.length > 0) return cpes;
  const name = text(member(entry, 'packageName')) ?? text(member(entry, 'product'));
  if (name === null) return [];
  return [{ product: foldName(name), target: readHost(entry) ?? readSystem(entry) }];
}

function ofConfigurations(configurations: unknown): Mention[] {
  return list(configurations)
    .flatMap((configuration) => list(member(configuration, 'nodes')))
    .flatMap((node) => list(member(node, 'cpeMatch')))
    .flatMap((match) => (member(match, 'vulnerable') === false ? [] : ofCpe(member(match, 'criteria'))));
}

function ofCpe(criteria: unknown): Mention[] {
  const cpe = parseCpe(text(criteria) ?? '');
  const product = cpe === null ? null : cpeText(cpe.product);
  return cpe === null || product === null ? [] : [{ product, target: cpeText(cpe.targetSw) }];
}

/** Collections of plug-ins. */
function readHost(entry: unknown): string | null {
  const collection = text(member(entry, 'collectionURL'))?.toLowerCase() ?? '';
  return PLUGINS.find(([address]) => collection.includes(address))?.[1] ?? null;
}

const PLUGINS: readonly (readonly [address: string, host: string])[] = [
  ['wordpress.org/', 'wordpress'],
  ['plugins.jenkins.io', 'jenkins'],
  ['drupal.org/', 'drupal'],
  ['extensions.joomla.org', 'joomla'],
];

/** Where every platform that is named is one system's. */
function readSystem(entry: unknown): string | null {
  const platforms = list(member(entry, 'platforms')).flatMap((platform) => text(platform)?.toLowerCase() ?? []);
  const systems = platforms
    .filter((platform) => !MACHINES.has(platform))
    .map((platform) => platform.split(' ', 1)[0] ?? '');
  const [system] = systems;
  return system !== undefined && SYSTEMS.has(system) && systems.every((each) => each === system) ? system : null;
}

const SYSTEMS: ReadonlySet<string> = new Set(['windows', 'macos', 'android', 'ios']);
const MACHINES: ReadonlySet<string> = new Set(['x86', '64 bit', '32 bit', 'x64', 'arm', 'arm64', 'x86_64']);
