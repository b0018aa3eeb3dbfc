import type { Coverage } from '@almanac/contract';
import { CoverageRow } from '@almanac/contract';
import { sourceName } from '@almanac/core/sources';
import * as z from 'zod';
import { plain } from './prose.ts';

/** Leaves room for the summary next to the JSON. */
export const MAX_CHARACTERS = 7_800;

/** Assumes four characters per token, whatever the model. */
export function tokensOf(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}

export const Withheld = z
  .object({ count: z.int().positive(), how: z.string().describe('How to get the rest.') })
  .nullable()
  .describe('What a brief response omits; null if nothing.');

export const CoverageByState = z
  .object(
    Object.fromEntries(
      CoverageRow.shape.state.options.map((state) => [state, z.array(z.string()).optional()]),
    ) as Record<CoverageRow['state'], z.ZodOptional<z.ZodArray<z.ZodString>>>,
  )
  .describe('Sources consulted, by state. Only sources under `ok` are up to date.');

export const covered = {
  coverage: CoverageByState,
  asOf: z.string().nullable().describe('How old the evidence is.'),
  caution: z.string().nullable().describe('What not to conclude from this response.'),
  withheld: Withheld,
};

export function coverageOf({ coverage, asOf }: Coverage) {
  const byState: Partial<Record<CoverageRow['state'], string[]>> = {};
  for (const { source, state } of coverage) (byState[state] ??= []).push(source);
  return { coverage: byState, asOf };
}

/** Names the sources that could not answer; null if all could. */
export function silent({ coverage }: Coverage): string | null {
  const names = coverage
    .filter(({ state }) => state === 'stale' || state === 'unreachable')
    .map(({ source }) => sourceName(source));
  return names.length === 0 ? null : `Out of date: ${names.join(', ')}. Their current data is unknown.`;
}

export function cautions(...sentences: readonly (string | null)[]): string | null {
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}

export interface Cutting {
  /** Returns as many items as fit, at most `wanted`. */
  first<T>(items: readonly T[], wanted?: number): T[];
  /** Counts items that are left out entirely. */
  leave(count: number): void;
  withheld(how: string): { count: number; how: string } | null;
}

function cutting(most: number): Cutting {
  let count = 0;
  return {
    first(items, wanted = most) {
      const kept = items.slice(0, Math.min(most, wanted));
      count += items.length - kept.length;
      return kept;
    },
    leave(left) {
      count += left;
    },
    withheld: (how) => (count === 0 ? null : { count, how }),
  };
}

/** Finds the longest lists that keep the answer within its limit. */
export function withinBound<T>(most: number, make: (cut: Cutting) => T): T {
  for (let length = most; ; length = Math.floor(length / 2)) {
    const brief = make(cutting(length));
    if (length === 0 || JSON.stringify(brief).length <= MAX_CHARACTERS) return brief;
  }
}

/** `CVE-2024-3094 (critical), CVE-2024-2398 (high) and 3 more`. */
export function nameSome(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => plain(name));
  const left = total - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

const MAX_NAMED = 5;
