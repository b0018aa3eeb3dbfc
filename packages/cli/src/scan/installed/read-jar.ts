import {
  type InstalledPackage,
  installedFormOf,
  packageOfJar,
  readInstalled,
  readJarManifest,
} from '@almanac/core/lockfiles';
import { type FoundPackage, readInstalledPackages, type ScannedReading } from '@almanac/core/scan';
import { readZipDirectory, type ZipFile } from './zip-directory.ts';

const JAR = /\.(?:jar|war|ear)$/i;
/** Spring Boot nests jars in a jar; an ear contains wars. */
const MAX_DEPTH = 3;
/** Package metadata has some hundred bytes. */
const MAX_TEXT = 1024 * 1024;
/** Limits the unpacked bytes of all jars in one jar. */
const MAX_NESTED = 1024 ** 3;

export function isJar(file: string): boolean {
  return JAR.test(file);
}

/**
 * Reads the packages of a jar and its nested jars: from Maven's pom.properties, otherwise from the manifest and file
 * name. Jars without either are listed as not checked.
 */
export function readJar(bytes: Buffer, file: string): ScannedReading {
  const found: FoundPackage[] = [];
  const allowance = { bytes: MAX_NESTED };
  const problem = addJar({ bytes, file, within: '', depth: 1 }, found, allowance);
  return problem === null ? readInstalledPackages('Java archive', found) : { file: null, problem };
}

interface Jar {
  readonly bytes: Buffer;
  readonly file: string;
  /** Path of the enclosing jars, ending in `!/`. */
  readonly within: string;
  readonly depth: number;
}

/** Returns why the jar is unreadable; problems within it are listed. */
function addJar(jar: Jar, found: FoundPackage[], allowance: { bytes: number }): string | null {
  const files = readZipDirectory(jar.bytes);
  if (files === null) return 'it is no ZIP archive that can be read';
  const own: FoundPackage[] = [];
  for (const file of files) {
    const place = `${jar.within}${file.name}`;
    const form = file.name.endsWith('pom.properties') ? installedFormOf(`/${file.name}`) : null;
    if (form !== null) own.push({ place, found: readText(file, (text) => readInstalled(form, text)) });
    else if (isJar(file.name)) addNested(jar, file, found, allowance);
  }
  found.push(...(own.length > 0 ? own : ofManifest(jar, files)));
  return null;
}

function addNested({ within, depth }: Jar, file: ZipFile, found: FoundPackage[], allowance: { bytes: number }): void {
  const place = `${within}${file.name}`;
  allowance.bytes -= file.size;
  const problem =
    depth >= MAX_DEPTH
      ? 'not judged: it is too deep within other archives'
      : allowance.bytes < 0
        ? 'not judged: the archives within are too large'
        : readNested(file, (bytes) =>
            addJar({ bytes, file: file.name, within: `${place}!/`, depth: depth + 1 }, found, allowance),
          );
  if (problem !== null) found.push({ place, found: problem });
}

function readNested(file: ZipFile, read: (bytes: Buffer) => string | null): string | null {
  try {
    return read(file.read());
  } catch (error) {
    return `the archive cannot be read: ${(error as Error).message}`;
  }
}

/** Skips jars without classes, such as source jars: they add no code to the system. */
function ofManifest({ file, within }: Jar, files: readonly ZipFile[]): readonly FoundPackage[] {
  if (!files.some(({ name }) => name.endsWith('.class'))) return [];
  const manifest = files.find(({ name }) => name === 'META-INF/MANIFEST.MF');
  const place = `${within}META-INF/MANIFEST.MF`;
  if (manifest === undefined) return [{ place, found: UNNAMED }];
  return [{ place, found: readText(manifest, (text) => packageOfJar(readJarManifest(text), file) ?? UNNAMED) }];
}

const UNNAMED = 'the archive does not say which package of Maven it is';

function readText(file: ZipFile, read: (text: string) => InstalledPackage | string): InstalledPackage | string {
  if (file.size > MAX_TEXT) return 'the file about the package is too large';
  try {
    return read(file.read().toString('utf8'));
  } catch (error) {
    return `the file about the package cannot be read: ${(error as Error).message}`;
  }
}
