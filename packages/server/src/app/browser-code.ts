import { createHash } from 'node:crypto';
import path from 'node:path';
import type { OutputFile } from 'esbuild';

/** Code that a browser runs, and the address it stands under: the name holds a hash of the content. */
export interface Script {
  readonly path: string;
  readonly bytes: Buffer;
  /** The origin that it may reach; null: that its answer opens none to it. */
  readonly reaches: string | null;
}

/** The scripts and workers of all pages. */
export interface Scripts {
  readonly page: Script;
  readonly my: Script;
  readonly worker: Script;
  readonly snapshotWorker: Script;
  readonly reference: Script;
  readonly copy: Script;
  readonly home: Script;
  readonly compare: Script;
}

export interface BrowserCode {
  /** Made once, when it is first asked for, and kept; what failed is tried again by whoever asks next. */
  read(): Promise<Scripts>;
}

/**
 * The one place where something is bundled: the server runs from its sources, and so does what it sends (ADR 006). `snapshotUrl` is where
 * snapshots are published, if they are.
 */
export function openBrowserCode(snapshotUrl: string | null, folder: string = BROWSER): BrowserCode {
  let made: Promise<Scripts> | null = null;
  return {
    read() {
      made ??= bundle(folder, snapshotUrl).catch((error: unknown) => {
        made = null;
        throw new Error(`The code of the scan page could not be bundled from ${folder}`, { cause: error });
      });
      return made;
    },
  };
}

/** The address of a script that a page reads the same without; undefined where it cannot be made. */
export async function optionalScript(
  code: BrowserCode,
  name: 'copy' | 'home' | 'reference',
): Promise<string | undefined> {
  const scripts = await code.read().catch(() => null);
  return scripts?.[name].path;
}

const BROWSER = path.resolve(import.meta.dirname, '../web/browser');

async function bundle(folder: string, snapshotUrl: string | null): Promise<Scripts> {
  // Loaded here: a process that nobody asks for the page starts without it.
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(
      ['scan', 'my', 'scan-worker', 'snapshot-worker', 'reference', 'copy', 'home', 'compare'].map((name) => [
        name,
        path.join(folder, `${name}.ts`),
      ]),
    ),
    absWorkingDir: folder,
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@almanac/source'],
    legalComments: 'eof',
    logLevel: 'silent',
  });
  await stop(); // its process would stay for nothing
  return {
    page: scriptOf(outputFiles, 'scan'),
    my: scriptOf(outputFiles, 'my'),
    worker: scriptOf(outputFiles, 'scan-worker'),
    snapshotWorker: scriptOf(outputFiles, 'snapshot-worker', snapshotUrl === null ? null : new URL(snapshotUrl).origin),
    reference: scriptOf(outputFiles, 'reference'),
    copy: scriptOf(outputFiles, 'copy'),
    home: scriptOf(outputFiles, 'home'),
    compare: scriptOf(outputFiles, 'compare'),
  };
}

function scriptOf(files: readonly OutputFile[], name: string, reaches: string | null = null): Script {
  const file = files.find((each) => path.basename(each.path) === `${name}.js`);
  if (file === undefined) throw new Error(`no ${name}.js was made`);
  // What it may reach is kept as long as its code is: a change of either is another address.
  const hash = createHash('sha256')
    .update(file.contents)
    .update(reaches ?? '');
  const id = hash.digest('base64url').slice(0, 16);
  return { path: `/assets/${name}-${id}.js`, bytes: Buffer.from(file.contents), reaches };
}
