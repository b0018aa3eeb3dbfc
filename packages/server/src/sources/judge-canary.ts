import type { Canary, CanaryFinding, Expectation } from './canaries.ts';

/** `value` is null if the source has no such record. */
export function judgeCanary({ key, says }: Canary, value: unknown): CanaryFinding {
  if (value === null) return { key, outcome: 'missing', detail: null };
  const broken = says.find((claim) => !holds(claim, value));
  if (broken === undefined) return { key, outcome: 'ok', detail: null };
  return { key, outcome: 'changed', detail: `${broken.path} is ${foundAt(broken, value)}, not ${wanted(broken)}` };
}

function holds({ path, is, atLeast }: Expectation, value: unknown): boolean {
  return valuesAt(value, path.split('.')).some((found) => {
    if (is !== undefined && found !== is) return false;
    return atLeast === undefined || (typeof found === 'number' && found >= atLeast);
  });
}

function valuesAt(value: unknown, [name, ...inside]: readonly string[]): unknown[] {
  if (name === undefined) return value === null || value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (name === '*') return Object.values(value).flatMap((member) => valuesAt(member, inside));
  return Object.hasOwn(value, name) ? valuesAt((value as Record<string, unknown>)[name], inside) : [];
}

/** Upstream text: treated as data, and cut. */
const MAX_SHOWN = 100;

function foundAt({ path }: Expectation, value: unknown): string {
  const found = valuesAt(value, path.split('.'));
  if (found.length === 0) return 'absent';
  const text = found
    .slice(0, 3)
    .map((one) => JSON.stringify(one))
    .join(', ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function wanted({ is, atLeast }: Expectation): string {
  if (is !== undefined) return JSON.stringify(is);
  return atLeast === undefined ? 'there' : `at least ${atLeast}`;
}
