import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import formats2019 from 'ajv-formats-draft2019';

/** The official schemas of CycloneDX, from the package that carries them. The versions before 1.4 have a strict form, which is what the standard means. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['1.2', 'bom-1.2-strict.SNAPSHOT.schema.json'],
  ['1.3', 'bom-1.3-strict.SNAPSHOT.schema.json'],
  ['1.4', 'bom-1.4.SNAPSHOT.schema.json'],
  ['1.5', 'bom-1.5.SNAPSHOT.schema.json'],
  ['1.6', 'bom-1.6.SNAPSHOT.schema.json'],
  ['1.7', 'bom-1.7.SNAPSHOT.schema.json'],
]);

const PARTS = ['spdx', 'jsf-0.82', 'cryptography-defs'].map((name) => `${name}.SNAPSHOT.schema.json`);

/** Compiles schemas when they are first asked for, and each once: it takes a good part of a second. */
export function openSchemas(): (
  specVersion: string,
  how: 'first' | 'all',
) => { name: string; validate: ValidateFunction } | null {
  const compiled = new Map<string, ValidateFunction>();
  return (specVersion, how) => {
    const file = FILES.get(specVersion);
    if (file === undefined) return null;
    const key = `${file} ${how}`;
    const validate = compiled.get(key) ?? compile(file, how === 'all');
    compiled.set(key, validate);
    return { name: file.replace('.SNAPSHOT', ''), validate };
  };
}

function compile(file: string, allErrors: boolean): ValidateFunction {
  const ajv = new Ajv({ strict: false, addUsedSchema: false, allErrors });
  formats.default(ajv);
  formats2019(ajv, { formats: ['idn-email'] });
  ajv.addFormat('iri-reference', true);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique });
  for (const part of PARTS) ajv.addSchema(read(part), `http://cyclonedx.org/schema/${part}`);
  return ajv.compile(read(file));
}

/**
 * Whether no two items are the same, in time linear in them: the library compares each with each, which for fifty thousand
 * components takes minutes. Objects that differ in the order of their members count as different here.
 */
function areUnique(wanted: boolean, items: readonly unknown[]): boolean {
  if (!wanted || items.length < 2) return true;
  const seen = new Set<string>();
  for (const item of items) {
    const written = JSON.stringify(item);
    if (seen.has(written)) return false;
    seen.add(written);
  }
  return true;
}

function read(file: string): Record<string, unknown> {
  const library = import.meta.resolve('@cyclonedx/cyclonedx-library/package.json');
  return JSON.parse(readFileSync(fileURLToPath(new URL(`res/schema/${file}`, library)), 'utf8')) as Record<
    string,
    unknown
  >;
}
