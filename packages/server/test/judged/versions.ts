/** What a record says about a version: where the affected range begins or ends, or that a version is listed. */
export interface Bound {
  readonly kind: 'introduced' | 'fixed' | 'last_affected' | 'enumerated' | 'unaffected';
  readonly version: string;
}

/** A version to ask about, and whether it looks affected by the bound it was made from. */
export interface VersionChoice {
  readonly version: string;
  readonly affected: boolean;
  readonly kind: string;
}

/** The versions that one bound gives. */
export function versionsOfBound({ kind, version }: Bound): VersionChoice[] {
  if (!isVersion(version)) return [];
  const itself = (affected: boolean) => [{ version, affected, kind }];
  if (kind === 'introduced') return isZero(version) ? [] : itself(true);
  if (kind === 'enumerated') return itself(true);
  if (kind === 'unaffected') return itself(false);
  if (kind === 'fixed') {
    const lower = lowered(version);
    const below = lower === null ? [] : [{ version: lower, affected: true, kind: 'below fixed' }];
    return isZero(version) ? [] : [...itself(false), ...below];
  }
  const higher = raised(version);
  const above = higher === null ? [] : [{ version: higher, affected: false, kind: 'above last_affected' }];
  return [...itself(true), ...above];
}

/** The next lower version in its last number: `2.4.1` → `2.4.0`, `2.4.0` → `2.3.9`; null when every number is 0. */
export function lowered(version: string): string | null {
  if (PSEUDO.test(version)) return null;
  const plus = version.indexOf('+');
  if (plus > 0) {
    const plain = lowered(version.slice(0, plus));
    return plain === null ? null : plain + version.slice(plus);
  }
  const parts = version.split(/(\d+)/);
  for (let at = parts.length - 2; at >= 1; at -= 2) {
    const number = Number(parts[at]);
    if (number > 0 && Number.isSafeInteger(number)) {
      parts[at] = String(number - 1).padStart(zeroPadded(parts[at] ?? ''), '0');
      return parts.join('');
    }
    parts[at] = '9';
  }
  return null;
}

/** A distribution's build with a lower release, or a lower upstream part where the release is 0: `5.6.2-4.el10` → `5.6.2-3.el10`. */
export function loweredBuild(build: string): string | null {
  const dash = build.lastIndexOf('-');
  if (dash === -1) return lowered(build);
  const upstream = build.slice(0, dash);
  const release = build.slice(dash);
  const [before = '', number = '', ...after] = release.split(/(\d+)/);
  if (Number(number) > 0 && Number.isSafeInteger(Number(number))) {
    return [upstream, before, String(Number(number) - 1), ...after].join('');
  }
  const epoch = upstream.indexOf(':') + 1;
  const lower = lowered(upstream.slice(epoch));
  return lower === null ? null : upstream.slice(0, epoch) + lower + release;
}

/** `1:2.3.4-5.el9` → `2.3.4`; without what a distribution adds to the upstream part (`+dfsg`, `~rc1`). */
export function upstreamOfBuild(build: string): string | null {
  const upstream = build.slice(build.indexOf(':') + 1).split('-', 1)[0] ?? '';
  const plain = upstream.split(/[+~^]/, 1)[0] ?? '';
  return isVersion(plain) ? plain : null;
}

export function isVersion(text: string): boolean {
  return text.length <= 40 && VERSION.test(text) && !COMMIT.test(text);
}

const VERSION = /^v?\d[\w.+~:^-]*$/;
const COMMIT = /^[0-9a-f]{7,40}$/i;
const PSEUDO = /\d{14}-[0-9a-f]{12}/;

function isZero(version: string): boolean {
  return /^v?[0.]+(?:-0)?$/.test(version);
}

function raised(version: string): string | null {
  const plus = version.indexOf('+');
  if (plus > 0) {
    const plain = raised(version.slice(0, plus));
    return plain === null ? null : plain + version.slice(plus);
  }
  const parts = version.split(/(\d+)/);
  const at = parts.length - 2;
  const number = Number(parts[at]);
  if (at < 1 || !Number.isSafeInteger(number)) return null;
  parts[at] = String(number + 1).padStart(zeroPadded(parts[at] ?? ''), '0');
  return parts.join('');
}

/** The width of a number that is written with leading zeros. */
function zeroPadded(digits: string): number {
  return digits.startsWith('0') ? digits.length : 1;
}
