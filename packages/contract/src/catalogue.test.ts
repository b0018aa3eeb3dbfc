import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, ENDPOINTS } from './catalogue.ts';
import { toPathTemplate } from './openapi/document.ts';

const specification = path.resolve(import.meta.dirname, '../../../docs/specification.md');

const names = CATALOGUE.map(({ method, path }) => `${method} ${path}`);

describe('the catalogue', () => {
  it('has the 55 endpoints of the contract, each once', () => {
    expect(names).toHaveLength(55);
    expect(new Set(names).size).toBe(55);
  });

  it('lists what the specification lists, in its order', () => {
    expect(names).toEqual(specified(readFileSync(specification, 'utf8')));
  });
});

describe('built endpoints', () => {
  it('have an id each', () => {
    const ids = ENDPOINTS.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s describes the parameters of its path',
    (_id, endpoint) => {
      const inPath = [...toPathTemplate(endpoint.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect(Object.keys(endpoint.params.shape)).toEqual(inPath);
      if (endpoint.wildcardParam !== undefined) expect(inPath.at(-1)).toBe(endpoint.wildcardParam);
    },
  );
});

/** The headings `### 4.n \`METHOD /path\`` and the rows `| METHOD | /path | purpose |`; example queries are no part of a path. */
function specified(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, method, address] =
      /^### 4\.\d `(GET|POST) ([^`]+)`$/.exec(line) ?? /^\| (GET|POST) \| (\/[^|]*) \|/.exec(line) ?? [];
    return method === undefined || address === undefined ? [] : [`${method} ${address.trim().replace(/\?.*$/, '')}`];
  });
}
