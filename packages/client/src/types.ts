import type { Endpoint } from '@almanac/contract';
import type * as z from 'zod';

/** For an empty object schema, Zod accepts any key with no value. */
type IsEmpty<T> = string extends keyof T ? true : [keyof T] extends [never] ? true : false;

type Member<Name extends string, T> =
  IsEmpty<T> extends true
    ? { readonly [N in Name]?: undefined }
    : Partial<T> extends T
      ? { readonly [N in Name]?: T }
      : { readonly [N in Name]: T };

/** Required if the endpoint declares a body schema. */
type Body<T> = unknown extends T ? { readonly body?: unknown } : { readonly body: T };

/** Input of an endpoint: `params`, `query` and `body`, each only if it has members, and required if any member is. */
export type InputOf<E extends Endpoint> = Member<'params', z.input<E['params']>> &
  Member<'query', z.input<E['query']>> &
  Body<z.input<NonNullable<E['body']>>>;

/** The whole response: `data`, and `coverage`, `asOf` and other members that the endpoint declares. */
export type AnswerOf<E extends Endpoint> = {
  readonly data: z.output<E['data']>;
  /** Describes the selection if the service has only a part of the data. */
  readonly notice?: string | undefined;
  readonly timestamp: string;
} & (IsEmpty<z.output<E['envelopeFields']>> extends true ? unknown : z.output<E['envelopeFields']>);
