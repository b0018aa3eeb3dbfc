import { REPORT_LIMITS } from './model.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function members(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text of bounded length; null for anything else. */
export function boundedText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= REPORT_LIMITS.text ? value : null;
}

/** Different ids in their order, as many as one vulnerability may have. */
export function idsOf(values: readonly unknown[]): string[] {
  const ids = new Set<string>();
  for (const value of values) {
    const id = boundedText(value);
    if (id !== null && id.length <= LONGEST_ID) ids.add(id);
    if (ids.size >= REPORT_LIMITS.ids) break;
  }
  return [...ids];
}

const LONGEST_ID = 100;
