import { type Endpoint, ERRORS, type ErrorCode } from '@almanac/contract';
import type { ContractCase } from '../contract-inputs.ts';

/** What became of one request. */
export interface Answered {
  /** Undefined: a page. */
  readonly endpoint: Endpoint | undefined;
  /** Method and path. */
  readonly asked: string;
  readonly expected: ContractCase['expected'];
  /** 0: no answer. */
  readonly status: number;
  readonly code: string | null;
  readonly milliseconds: number;
}

/** What many requests came to. */
export interface FuzzCounts {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byCode: Readonly<Record<string, number>>;
  /** Milliseconds until the answers that took longest, with what was asked. */
  readonly slowest: readonly (readonly [milliseconds: number, asked: string])[];
  /** Answers that the contract does not allow, the first of each kind. */
  readonly faults: readonly string[];
}

export interface Tally extends FuzzCounts {
  count(answered: Answered): void;
  fault(text: string): void;
}

const MOST_FAULTS = 40;
const MOST_SLOW = 12;

export function openTally(): Tally {
  const byStatus: Record<string, number> = {};
  const byCode: Record<string, number> = {};
  const faults: string[] = [];
  let slowest: (readonly [number, string])[] = [];
  const fault = (text: string) => void (faults.length < MOST_FAULTS && faults.push(text));
  return {
    byStatus,
    byCode,
    faults,
    get slowest() {
      return slowest;
    },
    fault,
    count(answered) {
      const { status, code, milliseconds, asked } = answered;
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      if (code !== null) byCode[code] = (byCode[code] ?? 0) + 1;
      const wrong = faultOf(answered);
      if (wrong !== null) fault(`${wrong}: ${asked.slice(0, 400)}`);
      if (slowest.length === MOST_SLOW && milliseconds <= (slowest.at(-1)?.[0] ?? 0)) return;
      slowest.push([milliseconds, asked.slice(0, 120)]);
      slowest = slowest.toSorted(([a], [b]) => b - a).slice(0, MOST_SLOW);
    },
  };
}

/**
 * Why the contract does not allow this answer, or null. That the service has a fault is documented and is one all the same; so is
 * that the database cannot be reached, since it can.
 */
export function faultOf({ endpoint, expected, status, code }: Omit<Answered, 'asked' | 'milliseconds'>): string | null {
  if (status === 0) return 'no answer';
  if (status >= 500 && !mayFail(endpoint, code))
    return `${status} ${code ?? 'without a code'}, which is not documented`;
  if (expected === 'refused' && status !== 400 && code !== 'OVERLOADED') return `${status} for what is to be refused`;
  return null;
}

function mayFail(endpoint: Endpoint | undefined, code: string | null): boolean {
  if (code === null || code === 'INTERNAL' || code === 'STORAGE_UNAVAILABLE') return false;
  // What pages answer is documented for all of them together.
  return code === 'OVERLOADED' || (endpoint?.errors ?? Object.keys(ERRORS)).includes(code as ErrorCode);
}
