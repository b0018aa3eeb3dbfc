import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { breakingChanges, ENDPOINTS, templateOf } from '@almanac/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { staleFiles } from '../scripts/openapi.ts';
import { PRESENT, RELEASED, readDocument } from '../scripts/openapi-breaking.ts';

const root = path.resolve(import.meta.dirname, '..');
const document = readDocument(PRESENT);

describe('openapi.json', () => {
  it('is what the contract generates', () => {
    expect(staleFiles()).toEqual([]);
  });

  it('describes every endpoint that is answered, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );

    expect(described.sort()).toEqual(ENDPOINTS.map((each) => `${each.method} ${templateOf(each.path)}`).sort());
  });

  it('passes the linter', { timeout: 60_000 }, () => {
    const redocly = path.join(
      path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    );

    const { status, stderr, stdout } = spawnSync(process.execPath, [redocly, 'lint', 'openapi.json'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });

    expect(`${stdout}${status === 0 ? '' : stderr}`.trim()).toBe('');
    expect(status).toBe(0);
  });

  it('breaks no client of the last release', () => {
    expect(breakingChanges(readDocument(RELEASED), document)).toEqual([]);
  });
});

describe('every example is valid against its schema:', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  (formats as unknown as typeof formats.default)(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'almanac', components: document.components }, 'almanac');

  it.each(examplesOf(document))('%s', (_name, schema, example) => {
    const validate: ValidateFunction = ajv.compile(absolute(schema));

    expect(validate(example) ? [] : validate.errors).toEqual([]);
  });
});

type Example = readonly [name: string, schema: unknown, example: unknown];

/** Each media type with an example, by where it stands. */
function examplesOf(at: unknown, name = '#'): Example[] {
  if (typeof at !== 'object' || at === null) return [];
  const { schema, example, examples } = at as {
    schema?: unknown;
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
  };
  if (schema !== undefined && (example !== undefined || examples !== undefined)) {
    const named = Object.entries(examples ?? {}).map(([key, { value }]): Example => [`${name} ${key}`, schema, value]);
    return example === undefined ? named : [[name, schema, example], ...named];
  }
  return Object.entries(at).flatMap(([key, value]) => examplesOf(value, `${name}/${key}`));
}

/** References into the document, as references into the schema that ajv knows it by. */
function absolute(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"almanac#/components/')) as object;
}
