import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS, ERRORS, ErrorBody, type ErrorCode, errorsOf, REQUEST_ERRORS } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { PRESENT, readDocument } from '../scripts/openapi-breaking.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/errors.md'), 'utf8');
const codes = Object.keys(ERRORS).sort() as ErrorCode[];
const document = readDocument(PRESENT);

describe('docs/errors.md', () => {
  it('has a chapter for every code, and for no other', () => {
    const chapters = [...page.matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => String(code));

    expect(chapters.sort()).toEqual(codes);
  });

  it('lists every code with its status, and no other', () => {
    const chapters = [...page.matchAll(/^## ([A-Z_]+)\n\n\*\*(\d{3})\.\*\* /gm)];

    expect(chapters.map(([, code, status]) => `${code} ${status}`).sort()).toEqual(
      codes.map((code) => `${code} ${ERRORS[code].status}`),
    );
  });

  it('shows a valid body', () => {
    const bodies = [...page.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text]) => JSON.parse(text ?? '') as unknown);

    expect(bodies.map((body) => ErrorBody.safeParse(body).success)).toEqual([true]);
  });
});

describe('openapi.json', () => {
  it('enumerates every code, and no other', () => {
    const enumerated = document.components.schemas['Error']?.properties?.['code']?.enum as string[];

    expect(enumerated.toSorted()).toEqual(codes);
  });

  it.each(ENDPOINTS.map((each) => [each.id, each] as const))(
    'gives every code of %s an example under its status',
    (_id, each) => {
      const operation = Object.values(document.paths)
        .flatMap(Object.values)
        .find(({ operationId }) => operationId === each.id);

      for (const code of errorsOf(each)) {
        expect(JSON.stringify(resolved(operation.responses[ERRORS[code].status]))).toContain(`"${code}":{"value"`);
      }
      for (const code of REQUEST_ERRORS) {
        expect(JSON.stringify(resolved(operation.responses.default))).toContain(`"${code}":{"value"`);
      }
    },
  );
});

function resolved(response: { $ref?: string }): unknown {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : document.components.responses[name];
}
