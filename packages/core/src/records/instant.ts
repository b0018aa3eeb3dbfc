const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;

/** Go's zero time. Half of the Go database has it. */
const UNSET = '0001-01-01T00:00:00';

/** Whether a time that is written was never set. */
export function isUnsetTime(text: string): boolean {
  return text.startsWith(UNSET);
}

/**
 * A date or time as sources write them; null for anything else. Without a zone it is UTC, as the CVE schema and NVD say;
 * `Date.parse` would take it for local time.
 */
export function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const at = new Date(`${time}${isoZone(zone)}`);
  // Nothing in this field is older than the field, and a year beyond is a slip of the pen.
  const plausible = Number(year) >= 1970 && Number(year) < 2200;
  return plausible && !Number.isNaN(at.getTime()) ? at : null;
}

/** Accepts any value and returns UTC with milliseconds. */
export function readInstant(value: unknown): string | null {
  return typeof value === 'string' ? (parseInstant(value.trim())?.toISOString() ?? null) : null;
}

function isoZone(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
