import { digitsEnd } from './digits.ts';

const WIDTH = 8;
const COUNT = 3;
const ZEROS = '00000000';
const NINES = '99999999';

/** The key of every string that is not a version, and of version zero. */
export const LOWEST_KEY = '00:00000000.00000000.00000000';
const HIGHEST_KEY = '99:99999999.99999999.99999999';

/**
 * A sortable key `EE:MMMMMMMM.mmmmmmmm.pppppppp` from an epoch and the leading numbers of a version (osv.dev's form).
 *
 * A number that does not fit saturates, and so does all that follows it: the key may be too coarse, never out of order.
 * `rest` fills the places of numbers that are missing: 0 where what follows sorts below every number, 9 where above.
 */
export function coarseKey(epoch: string, numbers: readonly string[], rest: '0' | '9' = '0'): string {
  const head = significant(epoch);
  if (head.length > 2) return HIGHEST_KEY;
  let key = head.padStart(2, '0');
  let saturated = false;
  for (let i = 0; i < COUNT; i++) {
    const digits = significant(numbers[i] ?? '');
    saturated ||= digits.length > WIDTH || (i >= numbers.length && rest === '9');
    key += i === 0 ? ':' : '.';
    key += saturated ? NINES : ZEROS.slice(digits.length) + digits;
  }
  return key;
}

/** The first three numbers of a slice of numbers that are parted by one character each. */
export function firstNumbers(text: string, start: number, end: number): string[] {
  const numbers: string[] = [];
  for (let i = start; i < end && numbers.length < COUNT; ) {
    const next = digitsEnd(text, i);
    numbers.push(text.slice(i, next));
    i = next + 1;
  }
  return numbers;
}

function significant(digits: string): string {
  let i = 0;
  while (digits.charCodeAt(i) === 48) i++;
  return digits.slice(i);
}
