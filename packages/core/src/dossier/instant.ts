const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;

/**
 * A date or time as sources write them, as UTC with milliseconds; null for anything else. Without a zone it is UTC, as the CVE
 * schema and NVD say; `Date.parse` would take it for local time.
 */
export function instantOf(value: unknown): string | null {
  const match = typeof value === 'string' ? INSTANT.exec(value.trim()) : null;
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const at = new Date(`${time}${isoZone(zone)}`);
  // Nothing in this field is older than the field, and a year beyond is a slip of the pen.
  const plausible = Number(year) >= 1970 && Number(year) < 2200;
  return plausible && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** Whole days from one instant to another, rounded towards zero. */
export function daysBetween(from: string, to: string): number {
  return Math.trunc((Date.parse(to) - Date.parse(from)) / DAY) + 0;
}

const DAY = 86_400_000;

function isoZone(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
