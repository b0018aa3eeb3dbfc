import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { ROOT, readManifest } from './packages.ts';

/** Packages that are published as one program, with all that they import. */
export const BUNDLED: ReadonlySet<string> = new Set(['@almanac/cli']);

const FOLDER = path.join(ROOT, 'packages/cli');

/** What every form of the program is bundled with. `ALMANAC_DEFAULT_SNAPSHOT` in the environment names the public snapshots. */
export function bundleOptions(): BuildOptions {
  const { version } = readManifest('packages/cli');
  return {
    absWorkingDir: ROOT,
    entryPoints: [path.join(FOLDER, 'src/bin.ts')],
    bundle: true,
    platform: 'node',
    target: 'node22.12',
    conditions: ['@almanac/source'],
    minify: true,
    // Errors are told apart by the names of their classes.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    define: {
      ALMANAC_VERSION: JSON.stringify(version),
      ALMANAC_DEFAULT_SNAPSHOT: JSON.stringify(process.env['ALMANAC_DEFAULT_SNAPSHOT'] ?? ''),
    },
  };
}

/** Writes the program into `dist`, in parts that are loaded when a command needs them, and its source maps beside, which are not published. */
export async function bundleCli(): Promise<void> {
  const [dist, maps] = [path.join(FOLDER, 'dist'), path.join(FOLDER, 'maps')];
  for (const folder of [dist, maps]) rmSync(folder, { recursive: true, force: true });
  const { outputFiles, metafile } = await build({
    ...bundleOptions(),
    outdir: dist,
    format: 'esm',
    splitting: true,
    sourcemap: 'external',
    write: false,
    // Packages of the older kind ask for Node's own modules by this.
    banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
  });
  for (const { path: file, contents } of outputFiles) {
    const target = file.endsWith('.map') ? path.join(maps, path.relative(dist, file)) : file;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, contents, { mode: path.basename(target) === 'bin.js' ? 0o755 : 0o644 });
  }
  writeFileSync(path.join(dist, 'THIRD-PARTY.txt'), licencesOf(Object.keys(metafile?.inputs ?? {})));
}

const LICENCE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license'];

/** The licences of the packages that these files are from. */
export function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = readManifest(folder);
    const text = LICENCE_FILES.map((file) => textOf(path.join(ROOT, folder, file))).find((each) => each !== null);
    return `${name} ${version} (${String(license)})\n\n${text?.trim() ?? 'The package has no text of its licence.'}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
