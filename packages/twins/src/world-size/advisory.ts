import { type Random, randomOf } from '../generator/random.ts';
import { FIRST, FLAWS, PARTS, SECOND } from '../generator/words.ts';
import { rewrittenAdvisory } from './changes.ts';
import { cveIdAt } from './cve.ts';
import { type Ecosystem, homeOf } from './ecosystems.ts';
import { firstChange, type Moments } from './moments.ts';
import type { WorldSize } from './size.ts';

const FIRST_NUMBER = 9_000_000;
const GHSA_LETTERS = '23456789cfghjmpqrvwx';
/** Scatters neighbouring ids; the product stays below 20¹² and within exact integers. */
const GHSA_STRIDE = 1_000_000_007;

/** The id encodes the index, so that single records can be made on demand. */
export function advisoryIdAt({ prefix }: Ecosystem, index: number): string {
  if (prefix !== 'GHSA') return `${prefix}-${2018 + (index % 9)}-${FIRST_NUMBER + index}`;
  let left = (index + 1) * GHSA_STRIDE;
  let letters = '';
  for (let place = 0; place < 12; place += 1) {
    letters = `${place > 0 && place % 4 === 0 ? '-' : ''}${letters}`;
    letters = GHSA_LETTERS.charAt(left % 20) + letters;
    left = Math.floor(left / 20);
  }
  return `GHSA-${letters}`;
}

/** An unknown id gives an index without a record. */
export function advisoryIndexOf(id: string): number {
  if (!id.startsWith('GHSA-')) return Number(id.slice(id.lastIndexOf('-') + 1)) - FIRST_NUMBER;
  let value = 0;
  for (const letter of id.slice('GHSA-'.length).replaceAll('-', '')) value = value * 20 + GHSA_LETTERS.indexOf(letter);
  return value / GHSA_STRIDE - 1;
}

export function advisoryModified(size: WorldSize, index: number, moments: Moments): number {
  return rewrittenAdvisory(size, index, moments)?.at ?? firstChange(index, size.advisories, moments);
}

/** The number of distinct packages in the record. */
export function advisoryRows(size: WorldSize, { releases }: Ecosystem, index: number): number {
  if (index < size.churning) return size.churnRows;
  const packages = PACKAGES[index % PACKAGES.length] ?? 1;
  return releases.length === 0 ? packages : releases.length * (packages + (index % 3 === 0 ? 1 : 0));
}

/** Most name one package, few name many. */
const PACKAGES = [1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 2, 1];

export function advisoryText(
  size: WorldSize,
  ecosystems: readonly Ecosystem[],
  index: number,
  moments: Moments,
): string {
  const home = homeOf(ecosystems, index);
  const random = randomOf(7, index);
  const rewritten = rewrittenAdvisory(size, index, moments);
  const modified = rewritten?.at ?? firstChange(index, size.advisories, moments);
  const id = advisoryIdAt(home, index);
  const [cwe, does, lets] = random.pick(FLAWS);
  const part = random.pick(PARTS);
  const cve = cveIdAt(random.below(size.cves));
  const named =
    home.releases.length === 0 ? (random.chance(0.6) ? `"aliases":["${cve}"],` : '') : `"upstream":["${cve}"],`;
  const fix = random.below(40) + 100 * (rewritten?.revision ?? 0);
  const rows = advisoryRows(size, home, index);
  const entry = index < size.churning ? kernelEntry : home.releases.length > 0 ? releaseEntry : registryEntry;
  const affected: string[] = [];
  const place = { size, home, index, fix, start: random.below(poolOf(home)) };
  for (let row = 0; row < rows; row += 1) affected.push(entry(place, row, random));
  const edit = rewritten === null ? '' : ` Corrected ${rewritten.revision} time.`;
  return `{"schema_version":"1.7.3","id":"${id}","modified":"${iso(modified)}","published":"${iso(modified - 86_400_000)}",${named}"summary":"${part} of ${nameAt(place.start)} ${does}","details":"In affected versions ${part} ${does}. An attacker who reaches it can ${lets}. ${paragraph(random)}${edit}","severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:${random.pick('NAL'.split(''))}/AC:L/PR:N/UI:N/S:U/C:${random.pick('HLN'.split(''))}/I:H/A:${random.pick('HLN'.split(''))}"}],"affected":[${affected.join(',')}],"references":[{"type":"ADVISORY","url":"https://advisories.example/${id}"},{"type":"WEB","url":"https://lists.example/${index}/${fix}"}],"database_specific":{"cwe_ids":["${cwe}"],"severity":"${random.pick(['LOW', 'MODERATE', 'HIGH', 'CRITICAL'])}"}}`;
}

interface Place {
  readonly size: WorldSize;
  readonly home: Ecosystem;
  readonly index: number;
  readonly fix: number;
  /** Where its packages start within the ecosystem. */
  readonly start: number;
}

function registryEntry({ size, home, index, fix, start }: Place, row: number, random: Random): string {
  const minor = random.below(30);
  const name = home.name === 'Maven' ? `org.${SECOND[row % 60]}:${nameAt(start + row)}` : nameAt(start + row);
  const versions = versionsOf(isMonster(size, index) ? MONSTER_VERSIONS : random.below(14), minor);
  return `{"package":{"ecosystem":"${home.name}","name":"${name}"},"ranges":[{"type":"${SEMVER.has(home.name) ? 'SEMVER' : 'ECOSYSTEM'}","events":[{"introduced":"${row % 3 === 0 ? '0' : `1.${minor}.0`}"},{"fixed":"2.${minor}.${fix}"}]}],"versions":[${versions}]}`;
}

function versionsOf(count: number, minor: number): string {
  let versions = '';
  for (let patch = 0; patch < count; patch += 1) {
    const build = count > 100 ? `-build.20240607.${patch}` : '';
    versions += `${patch === 0 ? '' : ','}"2.${minor}.${patch}${build}"`;
  }
  return versions;
}

function releaseEntry({ size, home, index, fix, start }: Place, row: number): string {
  const { name, releases } = home;
  const release = releases[row % releases.length] ?? '';
  const ecosystem = release === '' ? name : `${name}:${release}`;
  const packed = nameAt(start + Math.floor(row / releases.length));
  const versions = isMonster(size, index) && row === 0 ? `,"versions":[${versionsOf(MONSTER_VERSIONS, 4)}]` : '';
  const suffix = name === 'Debian' ? `-2+deb${release}u1` : `-r${row % 9}`;
  return `{"package":{"ecosystem":"${ecosystem}","name":"${packed}"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"1.${start % 20}.${fix}${suffix}"}]}]${versions}}`;
}

/** Kernels: the same few hundred packages in all these records, so that each has a third of them. */
function kernelEntry({ home, index, fix }: Place, row: number): string {
  const pair = (index * 7 + row) % (KERNELS * KERNEL_RELEASES);
  const release = home.releases[pair % KERNEL_RELEASES];
  return `{"package":{"ecosystem":"Ubuntu:${release}","name":"${kernelName(Math.floor(pair / KERNEL_RELEASES))}"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"5.15.0-${fix + row}.${index % 60}"}]}]}`;
}

const KERNELS = 60;
const KERNEL_RELEASES = 6;

/** Every third churning record names it: 10,000 of 30,000. */
export function kernelName(number: number): string {
  return number === 0 ? 'linux' : `linux-${FIRST[number % FIRST.length]}`;
}

/** Names below a thousand exist in every ecosystem. */
export function nameAt(number: number): string {
  const words = `${FIRST[number % 64]}-${SECOND[Math.floor(number / 64) % 64]}`;
  return number < 4096 ? words : `${words}-${Math.floor(number / 4096)}`;
}

/** A third as many packages as records. */
function poolOf({ from, to }: Ecosystem): number {
  return Math.max(20, Math.floor((to - from) / 3));
}

const SEMVER = new Set(['npm', 'Go', 'crates.io']);
const MONSTER_VERSIONS = 22_000;

/** One in a hundred thousand has 700 kB of versions. */
function isMonster({ churning }: WorldSize, index: number): boolean {
  return (index - churning) % 100_000 === 500;
}

function paragraph(random: Random): string {
  return `The flaw was found in ${random.pick(PARTS)} of ${nameAt(random.below(4000))} and of ${nameAt(random.below(4000))}; deployments that keep ${random.pick(PARTS)} switched off are not exposed.`;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
