import { compareText } from '../ids/order.ts';
import { coarseKey, firstNumbers, LOWEST_KEY } from './coarse.ts';
import { compareDigits, compareNumbers } from './digits.ts';
import { compareLocal } from './pypi-local.ts';
import { type PyPIVersion, parsePyPI } from './pypi-parse.ts';
import type { Order, VersionScheme } from './scheme.ts';

/** PyPI: PEP 440. Legacy versions, which predate it and pip no longer installs, are not valid and so below all others. */
export const pypi: VersionScheme = {
  id: 'pypi',
  isValid: (version) => parsePyPI(version) !== null,
  compare(a, b) {
    if (a === b) return 0;
    const left = parsePyPI(a);
    const right = parsePyPI(b);
    if (left !== null && right !== null) return compareParsed(left, right);
    if (left === null && right === null) return compareText(a, b);
    return left === null ? -1 : 1;
  },
  coarse(version) {
    const parsed = parsePyPI(version);
    if (parsed === null) return LOWEST_KEY;
    const { text, epoch, release } = parsed;
    return coarseKey(text.slice(epoch.start, epoch.end), firstNumbers(text, release.start, release.end));
  },
};

function compareParsed(a: PyPIVersion, b: PyPIVersion): Order {
  return (
    compareDigits(a.text, a.epoch.start, a.epoch.end, b.text, b.epoch.start, b.epoch.end) ||
    compareNumbers(a.text, a.release.start, a.release.end, b.text, b.release.start, b.release.end, 'padded') ||
    comparePhase(a, b) ||
    comparePost(a, b) ||
    compareDev(a, b) ||
    compareLocal(a, b)
  );
}

/** Within a release: development releases, then a, b, rc with their numbers, then the release and its posts. */
function comparePhase(a: PyPIVersion, b: PyPIVersion): Order {
  if (a.phase !== b.phase) return a.phase < b.phase ? -1 : 1;
  if (a.pre === null || b.pre === null) return 0;
  return compareDigits(a.text, a.pre.start, a.pre.end, b.text, b.pre.start, b.pre.end);
}

function comparePost(a: PyPIVersion, b: PyPIVersion): Order {
  if (a.post !== null && b.post !== null) {
    return compareDigits(a.text, a.post.start, a.post.end, b.text, b.post.start, b.post.end);
  }
  if (a.post === b.post) return 0;
  return a.post === null ? -1 : 1;
}

function compareDev(a: PyPIVersion, b: PyPIVersion): Order {
  if (a.dev !== null && b.dev !== null) {
    return compareDigits(a.text, a.dev.start, a.dev.end, b.text, b.dev.start, b.dev.end);
  }
  if (a.dev === b.dev) return 0;
  return a.dev === null ? 1 : -1;
}
