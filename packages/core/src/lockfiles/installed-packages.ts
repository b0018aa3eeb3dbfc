import { isObject, parseJsonObject, textMember } from './json.ts';
import { splitLines } from './lines.ts';
import { LockfileProblem } from './problem.ts';

/** A package as the tool that installed it has recorded it. */
export interface InstalledPackage {
  /** The type in its package URL. */
  readonly type: 'maven' | 'npm' | 'pypi';
  /** A Maven name has its group before a colon, an npm name its scope. */
  readonly name: string;
  readonly version: string;
}

/** A file that records one installed package: its name in reports, and its reader, which returns null for what is no package. */
export interface InstalledForm {
  readonly words: string;
  readonly read: (text: string) => InstalledPackage | null;
}

const METADATA: InstalledForm = { words: 'Python METADATA', read: readPythonMetadata };
const POM_PROPERTIES: InstalledForm = { words: 'Maven pom.properties', read: readPomProperties };
const NODE_PACKAGE: InstalledForm = { words: 'Node module', read: readNodePackage };

/** Finds the form of a file by its path; null for any other file. */
export function installedFormOf(file: string): InstalledForm | null {
  const steps = file.split(/[/\\]/);
  const name = steps.at(-1) ?? '';
  const folder = steps.at(-2) ?? '';
  if (name === 'METADATA' && folder.endsWith('.dist-info')) return METADATA;
  if (name === 'PKG-INFO' && (folder.endsWith('.egg-info') || folder === 'EGG-INFO')) return METADATA;
  if (name.endsWith('.egg-info')) return METADATA;
  if (name === 'pom.properties' && steps.at(-5) === 'META-INF' && steps.at(-4) === 'maven') return POM_PROPERTIES;
  return name === 'package.json' && isNodeModule(steps) ? NODE_PACKAGE : null;
}

/** `node_modules/left/package.json` and `node_modules/@scope/left/package.json`, and no folder within a module. */
function isNodeModule(steps: readonly string[]): boolean {
  if (steps.at(-3)?.startsWith('@') === true) return steps.at(-4) === 'node_modules';
  return steps.at(-3) === 'node_modules' && steps.at(-2)?.startsWith('@') !== true;
}

/** Core metadata of Python: headers up to an empty line. https://packaging.python.org/en/latest/specifications/core-metadata/ */
export function readPythonMetadata(text: string): InstalledPackage | null {
  const fields = new Map<string, string>();
  for (const { text: line } of splitLines(text)) {
    if (line.trim() === '') break;
    const colon = line.indexOf(':');
    // A line that begins with a space continues the one before.
    if (colon < 1 || /^\s/.test(line)) continue;
    const field = line.slice(0, colon).toLowerCase();
    if (!fields.has(field)) fields.set(field, line.slice(colon + 1).trim());
  }
  return packageOf('pypi', fields.get('name'), fields.get('version'));
}

/** Reads the file that Maven puts into a jar at META-INF/maven/<group>/<artifact>/pom.properties. */
export function readPomProperties(text: string): InstalledPackage | null {
  const properties = new Map<string, string>();
  for (const { text: line } of splitLines(text)) {
    const [, key = '', value = ''] = /^(groupId|artifactId|version)\s*[=:](.*)$/.exec(line.trim()) ?? [];
    if (key !== '') properties.set(key, value.trim());
  }
  const [group, artifact] = [properties.get('groupId') ?? '', properties.get('artifactId') ?? ''];
  return group === '' || artifact === '' ? null : packageOf('maven', `${group}:${artifact}`, properties.get('version'));
}

/** Describes a jar that has no pom.properties. */
export interface JarManifest {
  readonly title: string | null;
  readonly version: string | null;
  /** The group of Maven, where Maven wrote the manifest. */
  readonly group: string | null;
}

/** The main section of META-INF/MANIFEST.MF; a line of 72 bytes goes on after a space. */
export function readJarManifest(text: string): JarManifest {
  const fields = new Map<string, string>();
  let last = '';
  for (const { text: line } of splitLines(text)) {
    if (line === '') break;
    if (line.startsWith(' ')) {
      fields.set(last, `${fields.get(last) ?? ''}${line.slice(1)}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    last = line.slice(0, colon).toLowerCase();
    fields.set(last, line.slice(colon + 1).trim());
  }
  const first = (...names: readonly string[]) =>
    names.map((name) => fields.get(name) ?? '').find((one) => one !== '') ?? null;
  return {
    title: first('implementation-title', 'bundle-symbolicname', 'automatic-module-name', 'bundle-name'),
    version: first('implementation-version', 'bundle-version', 'specification-version'),
    group: first('implementation-vendor-id'),
  };
}

/**
 * Finds the coordinates of a jar by its manifest: the group that Maven has written there, and the name of the file where it ends in the version
 * that the manifest has.
 */
export function packageOfJar({ version, group }: JarManifest, fileName: string): InstalledPackage | null {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:jar|war|ear)$/i, '');
  if (version === null || group === null || !name.endsWith(`-${version}`)) return null;
  return packageOf('maven', `${group}:${name.slice(0, -version.length - 1)}`, version);
}

/** The manifest of an installed Node module. Folders of a package may have a nameless one, which tells how they are loaded. */
export function readNodePackage(text: string): InstalledPackage | null {
  const manifest = parseJsonObject(text);
  return isObject(manifest)
    ? packageOf('npm', textMember(manifest, 'name') ?? undefined, textMember(manifest, 'version') ?? undefined)
    : null;
}

function packageOf(
  type: InstalledPackage['type'],
  name: string | undefined,
  version: string | undefined,
): InstalledPackage | null {
  // An unfilled placeholder is no version.
  if (name === undefined || name === '' || version === undefined || version === '' || version.includes('${'))
    return null;
  return { type, name, version };
}

/** Reads a file of the form; returns a sentence where it records no package. */
export function readInstalled({ read, words }: InstalledForm, text: string): InstalledPackage | string {
  try {
    return read(text) ?? `it is no ${words} with a name and a version`;
  } catch (error) {
    if (error instanceof LockfileProblem) return error.message;
    throw error;
  }
}
