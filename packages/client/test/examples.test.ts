import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksOf, ROOT } from '../../../test/docs-pages.ts';
import { type CveApp, openCveApp } from '../../server/test/support/cve-app.ts';

const examples = [...blocksOf('docs/client.md'), ...blocksOf('docs/watch.md')].filter(
  ({ language }) => language === 'ts',
);

let world: CveApp;
let folder: string;
beforeAll(async () => {
  world = await openCveApp();
  // Where the names of packages are found, and types are stripped.
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/client-examples-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world[Symbol.asyncDispose]();
});

/** What each example of docs/client.md prints, by the name of its file. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'example.ts': /^CVE-\d{4}-\d+ [^]*^pkg:npm\/lodash@4\.17\.20 unknown /m,
  'example-errors.ts': /^CVE_INVALID_ID 400 Invalid CVE ID format\. .* null\n$/,
  'example-pages.ts': /^2 of (\d+)\n(?:\d+ of \1\n)*\1 of \1\n$/,
  'example-again.ts': /^200\n(\d+)\n304\n\1\n$/,
  'example-feed.ts': /^<\?xml\n$/,
  'example-follow.ts': /^(?:\w+ \S+ added first_seen\n)*cursor true\n$/,
  'example-stream.ts': /^200 5000\n$/,
  'example-webhook.ts': /^true false false\n$/,
};

/** The page searches for what the demo has; the store of this test has other words. */
const WORDS: Readonly<Record<string, string>> = { log4j: 'paths', lodash: 'harbour' };

it.each(Object.entries(PRINTED))(
  '%s of docs/client.md or docs/watch.md runs, and prints what it should',
  async (name, printed) => {
    const example = examples.find(({ code }) => code.startsWith(`// packages/client/${name}\n`));
    const file = path.join(folder, name);
    writeFileSync(
      file,
      (example?.code ?? '').replaceAll(/q: '(log4j|lodash)'/g, (_, word: string) => `q: '${WORDS[word]}'`),
    );
    const child = spawn(process.execPath, ['--conditions=@almanac/source', file], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ALMANAC_API: `${world.app.url}/api/v1` },
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });

    const [code] = await once(child, 'close');

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(printed);
  },
);

it('there is no other example', () => {
  expect(examples).toHaveLength(Object.keys(PRINTED).length);
});
