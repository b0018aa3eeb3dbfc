/** How a distribution numbers its releases: the `distro` qualifier of a purl against the suffix of an OSV ecosystem. */
export type ReleaseRule = 'debian' | 'ubuntu' | 'alpine' | 'major' | 'major-minor';

/**
 * The release suffix that a `distro` qualifier names, or null when it names none we know.
 * Tools write `bookworm`, `debian-12`, `12` and `debian-12.5` for the same thing.
 */
export function releaseOfDistro(rule: ReleaseRule, distro: string): string | null {
  const text = distro.toLowerCase();
  if (rule === 'ubuntu') return ubuntuRelease(text);
  if (rule === 'debian') {
    const named = lastWord(text);
    if (named === 'sid' || named === 'unstable') return 'sid';
    return DEBIAN.get(named) ?? versionParts(text)?.[0] ?? null;
  }
  const parts = versionParts(text);
  if (parts === null) return null;
  if (rule === 'major') return parts[0] ?? null;
  if (parts.length < 2) return null;
  return `${rule === 'alpine' ? 'v' : ''}${parts[0]}.${parts[1]}`;
}

/** The `distro` qualifier that a release suffix is printed as; `releaseOfDistro` reads it back. */
export function distroOfRelease(rule: ReleaseRule, namespace: string, release: string): string {
  if (rule === 'ubuntu') {
    const pro = release.startsWith('Pro:');
    const number = (pro ? release.slice(4) : release).replace(':LTS', '');
    return `${namespace}-${number}${pro ? '/esm' : ''}`;
  }
  return `${namespace}-${rule === 'alpine' && release.startsWith('v') ? release.slice(1) : release}`;
}

/** https://www.debian.org/releases/ */
const DEBIAN: ReadonlyMap<string, string> = new Map([
  ['sarge', '3.1'],
  ['etch', '4'],
  ['lenny', '5'],
  ['squeeze', '6'],
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
  ['duke', '15'],
]);

/** https://wiki.ubuntu.com/Releases */
const UBUNTU: ReadonlyMap<string, string> = new Map([
  ['precise', '12.04'],
  ['trusty', '14.04'],
  ['xenial', '16.04'],
  ['bionic', '18.04'],
  ['focal', '20.04'],
  ['groovy', '20.10'],
  ['hirsute', '21.04'],
  ['impish', '21.10'],
  ['jammy', '22.04'],
  ['kinetic', '22.10'],
  ['lunar', '23.04'],
  ['mantic', '23.10'],
  ['noble', '24.04'],
  ['oracular', '24.10'],
  ['plucky', '25.04'],
  ['questing', '25.10'],
]);

/** Long-term releases are those of April in even years; their security archive for subscribers is `esm`, `Pro` in OSV. */
function ubuntuRelease(text: string): string | null {
  const slash = text.indexOf('/');
  const pro = slash !== -1 && text.slice(slash).includes('esm');
  const name = slash === -1 ? text : text.slice(0, slash);
  const parts = versionParts(name);
  const number = UBUNTU.get(lastWord(name)) ?? (parts !== null && parts.length >= 2 ? `${parts[0]}.${parts[1]}` : null);
  if (number === null) return null;
  const lts = number.endsWith('.04') && Number(number.slice(0, 2)) % 2 === 0;
  return `${pro ? 'Pro:' : ''}${number}${lts ? ':LTS' : ''}`;
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf('-') + 1);
}

/** The first run of digits and dots: `rocky-linux-8-4-legacy` → 8, `alpine-3.20.1` → 3, 20, 1. */
function versionParts(text: string): string[] | null {
  const match = NUMBERS.exec(text);
  return match === null ? null : match[0].split('.').filter((part) => part !== '');
}

const NUMBERS = /\d[\d.]{0,20}/;
