import type { Fields } from '../feed/record-feed.ts';
import { brokenRecord, brokenRecordPlace, withBrokenRecord } from '../frame/broken-record.ts';
import { type DocumentFault, faultOf } from '../frame/fault.ts';
import { instantsOf, stateAt } from '../world/timeline.ts';
import type { KevListing, Vulnerability } from '../world/vulnerability.ts';
import { DAY, instantOf } from '../world/when.ts';

/** In the feed's spelling and order. */
export interface KevEntry {
  readonly cveID: string;
  readonly vendorProject: string;
  readonly product: string;
  readonly vulnerabilityName: string;
  readonly dateAdded: string;
  readonly shortDescription: string;
  readonly requiredAction: string;
  readonly dueDate: string;
  readonly knownRansomwareCampaignUse: 'Known' | 'Unknown';
  readonly notes: string;
  readonly cwes: readonly string[];
}

export function releasesOf(entries: Iterable<Vulnerability>, start: number): number[] {
  const instants = new Set<number>();
  for (const { kev } of entries) for (const instant of instantsOf(kev, start)) instants.add(instant);
  return [...instants].sort((a, b) => a - b);
}

/** Newest first. */
export function entriesAt(vulnerabilities: Iterable<Vulnerability>, release: number, start: number): KevEntry[] {
  const entries: KevEntry[] = [];
  for (const vulnerability of vulnerabilities) {
    const listing = stateAt(vulnerability.kev, release, start);
    if (listing?.listed === true) entries.push(entryOf(vulnerability, listing, addedAt(vulnerability, release, start)));
  }
  return entries.sort((a, b) => b.dateAdded.localeCompare(a.dateAdded) || b.cveID.localeCompare(a.cveID));
}

/** A given catalogue has its own header. */
export function catalogueBytes(
  entries: readonly KevEntry[],
  release: number,
  faults: readonly DocumentFault[],
  head: Fields = {},
): Buffer {
  const shift = faultOf(faults, 'future_dates')?.ms ?? 0;
  const shown = faulty(entries, faults).map((entry) => (shift === 0 ? entry : later(entry, shift)));
  const addition = faultOf(faults, 'schema_addition') !== undefined;
  const listed: unknown[] = addition ? shown.map((entry) => ({ ...entry, forensicTriage: 'Required' })) : [...shown];
  const breakage = faultOf(faults, 'malformed_record');
  const victim =
    breakage === undefined
      ? -1
      : Math.max(
          0,
          shown.findIndex(({ cveID }) => cveID === breakage.record),
        );
  const broken = listed[victim];
  if (broken !== undefined) listed[victim] = brokenRecordPlace;
  const text = asPhpWrites({
    title: 'CISA Catalog of Known Exploited Vulnerabilities',
    // A date, so two releases of a day share it.
    catalogVersion: day(release + shift).replaceAll('-', '.'),
    dateReleased: fourDigits(release + shift),
    ...(shift === 0 ? head : {}),
    count: listed.length,
    ...(addition ? { catalogEdition: 'standard' } : {}),
    vulnerabilities: listed,
  });
  const document = Buffer.from(text);
  if (breakage === undefined || broken === undefined) return document;
  return withBrokenRecord(document, brokenRecord(broken as Record<string, unknown>, breakage.way));
}

function entryOf(vulnerability: Vulnerability, listing: KevListing, added: number): KevEntry {
  return {
    cveID: vulnerability.id,
    vendorProject: listing.vendorProject,
    product: listing.product,
    vulnerabilityName: listing.name,
    dateAdded: day(added),
    shortDescription: listing.description,
    requiredAction: listing.action,
    dueDate: day(added + listing.dueIn * DAY),
    knownRansomwareCampaignUse: listing.ransomware ? 'Known' : 'Unknown',
    notes: listing.notes,
    cwes: listing.cwes,
  };
}

/** When it was last (re-)added. */
function addedAt(vulnerability: Vulnerability, release: number, start: number): number {
  const steps =
    vulnerability.kev?.filter(({ at, set }) => set.listed === true && instantOf(at, start) <= release) ?? [];
  return Math.max(...steps.map(({ at }) => instantOf(at, start)));
}

function faulty(entries: readonly KevEntry[], faults: readonly DocumentFault[]): readonly KevEntry[] {
  if (faultOf(faults, 'empty_feed') !== undefined) return [];
  if (faultOf(faults, 'half_feed') !== undefined) return entries.slice(0, Math.ceil(entries.length / 2));
  const withdrawal = faultOf(faults, 'mass_withdrawal');
  if (withdrawal === undefined) return entries;
  const share = withdrawal.share ?? 0.5;
  return entries.filter((_, index) => Math.floor((index + 1) * share) === Math.floor(index * share));
}

function later(entry: KevEntry, ms: number): KevEntry {
  const moved = (date: string) => day(Date.parse(date) + ms);
  return { ...entry, dateAdded: moved(entry.dateAdded), dueDate: moved(entry.dueDate) };
}

/** Four spaces, escaped slashes, ASCII only: the feed is written by PHP. */
function asPhpWrites(value: unknown): string {
  const text = JSON.stringify(value, null, 4).replaceAll('/', '\\/');
  let ascii = '';
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    ascii += code < 0x80 ? text[index] : `\\u${code.toString(16).padStart(4, '0')}`;
  }
  return ascii;
}

function day(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function fourDigits(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '0Z');
}
