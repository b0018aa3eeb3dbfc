import { expectedText, INPUT_ERRORS } from '@almanac/contract';
import type * as z from 'zod';
import { Unaskable } from './call.ts';
import { plain } from './prose.ts';

/** Validates a tool's arguments. Throws for the first mistake, with the API's code and a hint on what is accepted. */
export function readArguments(schema: z.ZodObject, given: unknown): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(given ?? {}, { error: expectedText });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new Unaskable('Invalid arguments', namesOf(schema));
  throw refusalOf(issue, schema, given);
}

function refusalOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): Unaskable {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `'${plain(key, 40)}'`);
    return new Unaskable(`Unknown argument ${names.slice(0, 5).join(', ')}`, namesOf(schema));
  }
  const [name] = issue.path.map(String);
  if (name === undefined) return new Unaskable('The arguments must be an object', namesOf(schema));
  const about = schema.shape[name]?.meta()?.description;
  const hint = typeof about === 'string' ? `${name}: ${about}` : namesOf(schema);
  // Messages with an API code of their own need no further explanation.
  const code = INPUT_ERRORS.get(issue.message);
  if (code !== undefined) return new Unaskable(issue.message, hint, code);
  if (!Object.hasOwn(Object(given), name)) return new Unaskable(`Missing argument '${name}'`, hint);
  const place = issue.path.map(String).join('.');
  return new Unaskable(`Invalid argument '${plain(place, 60)}': ${plain(issue.message)}`, hint);
}

function namesOf(schema: z.ZodObject): string {
  return `Accepted arguments: ${Object.keys(schema.shape).join(', ')}.`;
}
