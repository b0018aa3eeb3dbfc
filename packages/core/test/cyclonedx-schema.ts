import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const schemas = path.resolve(import.meta.dirname, '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema');

/** The faults of a document by the official schema of CycloneDX 1.6, none where it is valid. */
export function openCyclonedxSchema(): (document: unknown) => string[] {
  const ajv = new Ajv({ strict: false, addUsedSchema: false });
  formats.default(ajv);
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  // The library compares each item with each; as text they are compared in time linear in them.
  const unique = (_: boolean, items: readonly unknown[]) =>
    new Set(items.map((item) => JSON.stringify(item))).size === items.length;
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: unique });
  for (const part of ['spdx', 'jsf-0.82']) {
    ajv.addSchema(read(part), `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(read('bom-1.6'));
  return (document) => {
    validate(document);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}
