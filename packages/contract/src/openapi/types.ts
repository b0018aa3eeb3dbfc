import type { Weight } from '../rates.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 embeds it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** One place where a request carries a value. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** A body of one media type with examples of it. */
export interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A reference to a component. */
export interface Ref {
  readonly $ref: string;
}

/** A header of a response. */
export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

/** What one status means. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Of a deprecated one: the day from which it may be gone. */
  readonly 'x-sunset'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response | Ref>>;
  readonly 'x-rate-limit': {
    readonly class: string;
    readonly limit: number;
    readonly limitWithKey: number;
    readonly windowSeconds: number;
    /** The parts of a request that make it count as several. */
    readonly weights?: readonly Weight[];
    /** The limit of the second budget that some requests take from. */
    readonly freshLimit?: number;
  };
  readonly 'x-cache-seconds': number;
}

/** The parts of an OpenAPI 3.1 document that we write. */
export interface OpenapiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}
