import { parseOsvId } from '../ids/osv.ts';
import { list, member } from '../ranges/untyped.ts';

/** Databases of those who rebuild the software of others: their versions, words and dates are about their own builds. */
const DISTRIBUTIONS: ReadonlySet<string> = new Set(
  [
    'ALBA ALEA ALPINE ALSA ASB AZL BELL BIT BREW CGA CLEANSTART DEBIAN DHI DLA DSA DTSA ECHO ELA FreeBSD LSN MGASA MINI OESA',
    'openSUSE PHSA PUB RHBA RHEA RHSA RLSA ROOT RXSA SUSE UBUNTU USN',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a record in the OSV format is about a rebuild: a distribution's, or one that names the records of what was rebuilt. */
export function isOfRebuild({ key, value }: { readonly key: string; readonly value: unknown }): boolean {
  return isDistributionRecord(key) || list(member(value, 'upstream')).length > 0;
}

/** Whether a record with this id is a distribution's. */
export function isDistributionRecord(id: string): boolean {
  const prefix = parseOsvId(id)?.prefix;
  return prefix !== undefined && DISTRIBUTIONS.has(prefix);
}
