import { type Vulnerability, type World, worldOf } from '@almanac/twins';

/** Gains the ransomware flag a day after the start. */
export const CHANGING = 'CVE-2025-10000';
/** Is taken back two days after the start. */
export const RETRACTED = 'CVE-2025-10001';
/** Has stray spaces around its vendor's name. */
export const SPACED = 'CVE-2025-10003';

/** A KEV catalogue of 150 entries: two batches, and enough for the 2 % of the gate to be three. */
export const kevWorld: World = worldOf(
  Array.from({ length: 150 }, (_, i) => vulnerability(`CVE-2025-${10_000 + i}`, i)),
);

function vulnerability(id: string, i: number): Vulnerability {
  const set = {
    listed: true,
    vendorProject: id === SPACED ? ' Tidewater ' : 'Tidewater',
    product: `Harbour ${i}`,
    name: `Harbour ${i} Command Injection`,
    description: 'Allows commands.',
    action: 'Apply updates.',
    dueIn: 21,
    ransomware: false,
    notes: 'https://example.org/a ; https://example.org/b',
    cwes: i % 2 === 0 ? ['CWE-77'] : [],
  };
  const first = { at: { daysAgo: 300 - i }, set };
  const base = { id, shows: [], assigner: 'tidewater' } as const;
  if (id === CHANGING) return { ...base, kev: [first, { at: { hoursAgo: -24 }, set: { ransomware: true } }] };
  if (id === RETRACTED) return { ...base, kev: [first, { at: { hoursAgo: -48 }, set: { listed: false } }] };
  return { ...base, kev: [first] };
}
