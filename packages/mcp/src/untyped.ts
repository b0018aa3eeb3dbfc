import { plain } from './prose.ts';

/** Reads members that the contract leaves open. A wrong type counts as absent. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function list(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(members) : [];
}

export function text(value: unknown, most = 200): string | null {
  return typeof value === 'string' ? plain(value, most) : null;
}

export function word(value: unknown, most?: number): string {
  return text(value, most) ?? '';
}

export function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).filter((each) => typeof each === 'string').map((each) => plain(each));
}
