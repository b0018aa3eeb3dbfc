import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildResult, build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';

const sources = path.resolve(import.meta.dirname, '../src');
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium) console.log(`Skipping the browser run: ${executablePath} is absent; set CHROMIUM_PATH to run it.`);

/** What a page would take from the package, file by file. */
const page = `
  export { canonicalPurl } from './purl/parse.ts';
  export { extractIds } from './ids/extract.ts';
  export { groupAliases } from './aliases/groups.ts';
  export { nameVariants } from './names/variants.ts';
  export { parseCpe } from './cpe/parse.ts';
  export { printCpe } from './cpe/print.ts';
  export { readCvss } from './scores/cvss.ts';
`;

/** What the scan page takes for a lockfile. */
const lockfiles = `
  export { readLockfile } from './lockfiles/read.ts';
  export { writeCyclonedx } from './sbom/write-cyclonedx.ts';
`;

async function bundle(contents: string): Promise<{ code: string; inputs: string[] }> {
  const result: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents, resolveDir: sources, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'almanac',
    target: 'es2024',
    conditions: ['@almanac/source'],
    logLevel: 'silent',
  });
  return { code: result.outputFiles[0]?.text ?? '', inputs: Object.keys(result.metafile.inputs) };
}

describe('core in a browser', () => {
  it('bundles as a whole, without a Node module', async () => {
    const areas = globSync('*/index.ts', { cwd: sources });
    const { code, inputs } = await bundle(areas.map((area, i) => `export * as area${i} from './${area}';`).join('\n'));

    console.log(`core: ${code.length} bytes minified, ${gzipSync(code).length} with gzip, ${inputs.length} files`);
    expect(inputs.filter((input) => input.startsWith('node:'))).toEqual([]);
  });

  it('bundles ids, purl, names, CPE, scores and aliases without a dependency', async () => {
    const { code, inputs } = await bundle(page);

    console.log(
      `ids, purl, names, cpe, scores, aliases: ${code.length} bytes minified, ${gzipSync(code).length} with gzip, ${inputs.length} files`,
    );
    expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(30_000);
  });

  it('bundles the lockfile readers with the parsers of YAML, TOML and XML that they need, and nothing else', async () => {
    const { code, inputs } = await bundle(lockfiles);
    const taken = inputs.flatMap((input) => /node_modules\/([^/]+)\//.exec(input)?.[1] ?? []);

    console.log(`lockfiles: ${code.length} bytes minified, ${gzipSync(code).length} with gzip, ${inputs.length} files`);
    expect([...new Set(taken)].toSorted()).toEqual(['js-yaml', 'saxes', 'smol-toml', 'xmlchars']);
    expect(gzipSync(code).length).toBeLessThan(55_000);
  });

  it('does not bundle what needs Node', async () => {
    await expect(bundle("import { readFileSync } from 'node:fs'; console.log(readFileSync);")).rejects.toThrow(
      'node:fs',
    );
  });

  it.skipIf(!hasChromium)('gives the same answers as in Node', { timeout: 60_000 }, async () => {
    const { code } = await bundle(`${page}${lockfiles}`);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
    const browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
    try {
      const tab = await browser.newPage();
      await tab.setContent('<!doctype html><title>core</title>');
      await tab.addScriptTag({ content: code });

      const answers = await tab.evaluate(`[
        almanac.canonicalPurl('pkg:PYPI/Django_package@1.11.1.dev1'),
        almanac.extractIds('see cve-2024-3094 and GHSA-8r3f-844c-mc37').map(({ id }) => id).join(' '),
        almanac.readCvss('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N').baseScore,
        almanac.printCpe(almanac.parseCpe('cpe:/a:busybox:busybox:1.32.0')),
        almanac.nameVariants('python312Packages.requests')[1].name,
        almanac.groupAliases([{ asserter: 'osv', id: 'GHSA-a', alias: 'CVE-2024-1' }], new Set())[0].id,
        almanac.readLockfile('pnpm-lock.yaml', 'lockfileVersion: 9.0\\npackages:\\n  a@1.10: {}').lockfile.components[0].purl,
        almanac.readLockfile('Cargo.lock', '[[package]]\\nname="a"\\nversion="1.0"\\nsource="registry+x"').lockfile.components[0].purl,
      ]`);

      expect(answers).toEqual([
        'pkg:pypi/django-package@1.11.1.dev1',
        'CVE-2024-3094 GHSA-8r3f-844c-mc37',
        9.3,
        'cpe:2.3:a:busybox:busybox:1.32.0:*:*:*:*:*:*:*',
        'requests',
        'CVE-2024-1',
        'pkg:npm/a@1.10',
        'pkg:cargo/a@1.0',
      ]);
    } finally {
      await browser.close();
    }
  });
});
