import type * as z from 'zod';

/**
 * Describes the expected input in our own words, so that messages don't change with the validation library. Messages
 * set in a schema take precedence.
 */
export function expectedText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? 'another type'}`;
    case 'invalid_value':
      return `expected ${listed(issue.values)}`;
    case 'too_small':
      return `expected ${sized(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `expected ${sized(issue.origin, 'at most', issue.maximum)}`;
    case 'unrecognized_keys':
      return 'expected no members other than those in the reference';
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return 'expected a value that matches the reference';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const MOST_CHOICES = 20;

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_CHOICES).map(String);
  if (values.length > shown.length) return `one of ${shown.join(', ')}, or another value in the reference`;
  const last = shown.pop() ?? 'another value';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

function sized(origin: string, word: string, bound: number | bigint): string {
  if (origin === 'string') return `${word} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `${word} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return `${word} ${bound}`;
}
