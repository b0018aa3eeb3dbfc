import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT, readPage } from './docs-pages.ts';

/** An instruction of a Dockerfile with what follows it, continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n/g, ' ');
  return [...lines.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', text = '']) => ({ name, text: text.trim() }));
}

/** Whether `.dockerignore` lets a file into the build: of the lines that match it or a folder above it, the last one decides. */
export function isSent(ignore: string, file: string): boolean {
  const above = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const patterns = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return patterns.reduce((sent, line) => {
    const pattern = undotted(line.replace(/^!/, ''));
    return above.some((each) => path.matchesGlob(undotted(each), pattern)) ? line.startsWith('!') : sent;
  }, true);
}

/** A star of `.dockerignore` stands for names that begin with a dot, too; one of Node's does not. */
function undotted(name: string): string {
  return name.replaceAll(/(^|\/)\./g, '$1dot-');
}

interface Yaml {
  readonly load: (text: string, options: { readonly schema: unknown }) => unknown;
  readonly loadAll: (text: string, options: { readonly schema: unknown }) => unknown[];
  /** The one that knows `<<`, which compose files are written with. */
  readonly YAML11_SCHEMA: unknown;
}

/** A YAML file of the repository, read with the library of `core`. */
export function readYaml(file: string): unknown {
  return yamlOf(readPage(file));
}

export function yamlOf(text: string): unknown {
  const { load, YAML11_SCHEMA } = yaml();
  return load(text, { schema: YAML11_SCHEMA });
}

/** The same for a file of several documents. */
export function readYamlDocuments(file: string): unknown[] {
  return yamlDocuments(readPage(file));
}

export function yamlDocuments(text: string): unknown[] {
  const { loadAll, YAML11_SCHEMA } = yaml();
  return loadAll(text, { schema: YAML11_SCHEMA });
}

function yaml(): Yaml {
  return createRequire(path.join(ROOT, 'packages/core/package.json'))('js-yaml') as Yaml;
}

/** `${NAME:-default}` of a compose file, by name. */
export function interpolations(text: string): Map<string, string> {
  return new Map([...text.matchAll(/\$\{([A-Z_]+):-([^}]*)\}/g)].map(([, name = '', value = '']) => [name, value]));
}

export function interpolated(value: unknown): string {
  return String(value).replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');
}
