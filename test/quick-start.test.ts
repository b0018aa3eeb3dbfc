import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerOf, getSearch, getSources } from '@almanac/contract';
import { famousSelection } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almanac } from '../packages/cli/test/support/command-line.ts';
import { agentOverHttp, agentOverStdio } from '../packages/server/test/support/agent.ts';
import { RECORDING } from '../scripts/record/recording.ts';
import { openTerminal, textOf } from '../scripts/record/terminal.ts';
import { commandLines, programsIn } from './docs-installed.ts';
import { blocksOf, ROOT, readPage } from './docs-pages.ts';
import { type Demo, startDemo } from './quick-start-demo.ts';
import { DOCUMENTED, readmeBlock, readmeLines } from './quick-start-readme.ts';
import { type Ended, type Environment, shell } from './quick-start-shell.ts';
import { lastScreen } from './recording-picture.ts';

const { notice: NOTICE } = famousSelection();

const stack = new AsyncDisposableStack();
let demo: Demo;
/** Of a terminal in which the packages are installed: here they are the checkout. */
let installed: Environment;
beforeAll(async () => {
  demo = await startDemo(stack, readmeBlock('npm run demo'), { linked: true });
  const run = (file: string) => `node --conditions=@almanac/source '${path.join(checkout(), 'packages', file)}'`;
  const programs = programsIn(path.join(demo.folder, 'programs'), {
    cli: run('cli/src/bin.ts'),
    mcp: run('mcp/src/bin.ts'),
  });
  installed = { ...demo.environment, PATH: `${programs}${path.delimiter}${demo.environment['PATH']}` };
}, 300_000);
afterAll(() => stack.disposeAsync(), 60_000);

/** In another terminal, opened where the first was. */
function typed(line: string): Promise<Ended> {
  // Only curl is led to the port of this test.
  const there = line.replace(`--snapshot ${DOCUMENTED}`, `--snapshot ${demo.site}`);
  return shell(`${readmeBlock('cd almanac && export')}\n${there}`, demo.folder, demo.environment).ended;
}

const checkout = () => path.join(demo.folder, 'almanac');

describe('REST', () => {
  it.each(readmeLines('/api/v1/sources'))('%s', async (line) => {
    const { code, out, err } = await typed(line);

    expect([code, err]).toEqual([0, '']);
    const endpoint = line.includes('/sources') ? getSources : getSearch;
    expect(answerOf(endpoint).safeParse(JSON.parse(out)).error).toBeUndefined();
    expect(out).toContain(line.includes('/sources') ? '"cve_list_v5"' : '"CVE-2025-14847"');
  });
});

describe('the site', () => {
  const links = [...readPage('README.md').matchAll(/<(http:\/\/127\.0\.0\.1[^>]*)>/g)].map(([, link]) => String(link));

  it.each(links)('%s', async (link) => {
    const { status } = await fetch(link.replace(DOCUMENTED, demo.site));

    expect(status).toBe(200);
  });

  it.each([
    ['/', ['Changes in the last day', 'CVE-2025-14847', NOTICE]],
    ['/CVE-2021-44228', ['Log4Shell', 'Critical, exploited.', 'Upgrade log4j-core to 2.16.0', NOTICE]],
    ['/CVE-2024-3094', ['backdoor', '5.6.1', '>10']],
    ['/package/curl', ['8.14.1', NOTICE]],
    ['/package/valkey', ['nixos-26.05', 'CVE-2025-49844', '8.1.4']],
    ['/issues', ['made up', 'mongodb-ce: CVE-2025-14847']],
    ['/insights', ['vulnerabilities. Of the', 'Median time to fix:']],
  ])('shows on %s what people would look for', { timeout: 120_000 }, async (path, texts) => {
    const findMissing = async () => {
      const page = await (await fetch(demo.site + path)).text();
      return texts.filter((text) => !page.includes(text));
    };

    // What takes too long on a busy machine is left out of a page, and is there a minute later.
    await expect.poll(findMissing, { timeout: 100_000, interval: 5_000 }).toEqual([]);
  });

  it('is linked to', () => {
    expect(links.length).toBeGreaterThan(3);
  });
});

it('the recording shows what the command says today; if not, `npm run record` makes a new one', async () => {
  const [command, question] = RECORDING.lines;
  const [, args = ''] = command.split(' -- ');
  const environment = { ALMANAC_API: `${demo.site}/api/v1` };

  const { code, out, err } = await almanac(args.split(' '), { environment, folder: ROOT, columns: RECORDING.columns });

  const terminal = openTerminal(RECORDING.columns);
  terminal.write(`$ ${command}\n${out}${err}$ ${question}\n${code}\n$ `.replaceAll('\n', '\r\n'));
  expect(omitTime(lastScreen(readPage(RECORDING.file)))).toEqual(omitTime(textOf(terminal.screen())));
});

function omitTime(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^As of \d{4}-\d\d-\d\d \d\d:\d\d UTC/, 'As of then'));
}

describe('the data of the demo', () => {
  const ask = async <T>(address: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${demo.site}/api/v1${address}`, init);
    const answer = (await response.json()) as { readonly notice: string; readonly data: T };
    expect([response.status, answer.notice]).toEqual([200, NOTICE]);
    return answer.data;
  };

  it('has recent changes, recent advisories and an estimate for every open issue', async () => {
    const { etas } = await ask<{ etas: { estimate: object | null }[] }>('/fix-etas');

    expect((await ask<{ total: number }>('/mitre/recent')).total).toBeGreaterThan(10);
    expect((await ask<{ total: number }>('/recent-advisories')).total).toBeGreaterThan(3);
    expect(etas.length).toBeGreaterThan(3);
    for (const { estimate } of etas) expect(estimate).toMatchObject({ medianDays: expect.any(Number) });
  });

  it('has vulnerabilities in the dependencies of a package, with the path to them', async () => {
    const { findings } = await ask<{ findings: { path: string[] }[] }>('/graph/package/curl/transitive');

    expect(findings.length).toBeGreaterThan(0);
    for (const {
      path: [first, ...rest],
    } of findings)
      expect([first, rest.length > 0]).toEqual(['curl', true]);
  });

  it.each([
    ['pkg:deb/debian/curl@7.64.0-4?distro=debian-10', 'affected', []],
    ['pkg:deb/debian/openssl@1.1.1n-0%2Bdeb11u3?distro=debian-11', 'affected', []],
    ['pkg:apk/alpine/openssl@1.1.1a-r0?distro=alpine-3.11', 'affected', []],
    ['pkg:cargo/regex@1.5.5', 'not_affected', []],
    // Not in the demo, in an ecosystem of which it has a selection.
    ['pkg:cargo/serde@1.0.200', 'unknown', ['not_covered']],
    ['pkg:npm/left-pad@1.3.0', 'unknown', ['not_covered']],
    // Fixed, as far as the demo can tell.
    ['pkg:npm/lodash@4.17.21', 'unknown', ['not_covered']],
  ])('%s is %s', async (purl, verdict, unknownReasons) => {
    const [result] = (await ask<{ results: object[] }>('/purls', { purls: [purl] })).results;

    expect(result).toMatchObject({ verdict, unknownReasons });
  });

  it('never calls a package clean of which it has some records, such as the kernel', async () => {
    const response = await fetch(`${demo.site}/api/v1/vulns/linux?version=99.0`);
    const { verdict, unknownReasons } = (await response.json()) as { verdict: string; unknownReasons: string[] };

    expect([verdict, unknownReasons]).toEqual(['unknown', expect.arrayContaining(['not_covered'])]);
  });

  it('answers an agent that asks whether curl 8.4.0 is safe, and what to upgrade to', async () => {
    const agent = await agentOverHttp(new URL('/mcp', demo.site));
    const question = { name: 'check_package', arguments: { package: 'curl', version: '8.4.0' } };
    const { structuredContent } = await agent.callTool(question);
    const planned = await agent.callTool({
      name: 'plan_remediation',
      arguments: { purls: ['pkg:nix/curl@8.4.0'] },
    });
    await agent.close();

    const ids = ['CVE-2024-2398', 'CVE-2024-7264', 'CVE-2024-8096', 'CVE-2024-9681'];
    const rows = ids.map((id) => expect.objectContaining({ id }));
    expect(structuredContent).toMatchObject({
      verdict: 'affected',
      matches: expect.arrayContaining(rows),
      advice: { action: 'upgrade', target: '8.14.1' },
      caution: NOTICE,
    });
    expect(planned.structuredContent).toMatchObject({
      plans: [{ advice: { target: '8.14.1' }, clears: expect.arrayContaining(rows) }],
      caution: expect.stringContaining(NOTICE),
    });
  });
});

describe('the command line', () => {
  it.each(readmeLines('almanac -- scan'))('%s', async (line) => {
    const { code, out, err } = await typed(line);

    const [codes, words] = expected(line);
    expect(codes).toContain(code);
    expect(err.trimEnd().endsWith(NOTICE)).toBe(true);
    expect(out).toMatch(words);
  });

  /** The code to end with, and what is said. */
  function expected(line: string): [codes: readonly number[], words: RegExp] {
    if (line.includes('scan'))
      return [[1], /^5 affected, 0 not affected, 0 none known, 5 unknown of 10 components in 2 files$/m];
    if (line.includes('status')) return [[0], /^osv .*\n(?:.*\n)*kev /m];
    return [[0], /CVE-2021-44228[\s\S]*Log4Shell/];
  }
});

describe('the commands in the guides', () => {
  const pages = ['docs/tasks.md', 'docs/agents.md'];

  it.each(commandLines(pages))('$page: $line', async ({ line, code }) => {
    // The documents say `.` of a project: here it is the example.
    const { code: ended, out, err } = await shell(line, path.join(checkout(), 'examples/harbour'), installed).ended;

    // Beside a file, the summary goes to standard error.
    const summary = line.includes('--output') ? err : out;
    const notice = line.startsWith('curl') || summary === err ? '' : `${NOTICE}\n`;
    // Packages without a finding are unknown in the demo, and only those without a version are allowed to be.
    const expectedCode = line.includes('--allow-unknown=version_missing') ? 3 : code;
    expect([ended, summary === err ? out : err]).toEqual([expectedCode, notice]);
    expect(summary).toMatch(/\w/);
    expect(out).not.toContain('"success":false');
  });

  it('are found on each page', () => {
    expect(pages.filter((page) => commandLines([page]).length === 0)).toEqual([]);
  });
});

describe('a program', () => {
  it.each(readmeLines('examples/client.ts'))('%s', async (line) => {
    const { code, out, err } = await typed(line);

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^CVE-2026-63030 WordPress: /m);
    expect(out).toMatch(/^pkg:npm\/lodash@4\.17\.20 affected /m);
    expect(out).toMatch(/^pkg:npm\/left-pad@1\.3\.0 unknown /m);
  });

  it('that docs/client.md shows, in the file that it names', async () => {
    const example = blocksOf('docs/client.md').find(({ language }) => language === 'ts')?.code ?? '';
    const [, file = ''] = /^\/\/ (\S+)\n/.exec(example) ?? [];
    mkdirSync(path.dirname(path.join(checkout(), file)), { recursive: true });
    writeFileSync(path.join(checkout(), file), example);

    const { code, out, err } = await typed(`node --conditions=@almanac/source ${file}`);

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^CVE-2021-44228 Log4Shell/m);
    expect(out).toContain('pkg:npm/lodash@4.17.20 affected');
  });
});

describe('an agent', () => {
  interface Server {
    readonly url?: string;
    readonly command?: string;
    readonly args?: readonly string[];
  }
  const settings = blocksOf('docs/agents.md').flatMap(({ language, code }) => (language === 'json' ? [code] : []));
  const servers = settings.flatMap((text) =>
    Object.entries((JSON.parse(text) as { readonly mcpServers: Record<string, Server> }).mcpServers),
  );

  it.each(servers)('that is set up as %s', async (_name, { url, command = '', args = [] }) => {
    const given = args.map((each) => each.replace('<path of almanac>', checkout()));
    const agent =
      url === undefined
        ? await agentOverStdio({ command, args: given, env: installed, cwd: demo.folder })
        : await agentOverHttp(new URL(url.replace(DOCUMENTED, demo.site)));

    expect(await check(agent)).toContain('CVE-2021-23337');
  });

  it('that starts what docs/agents.md names, in the checkout', async () => {
    const [, line = ''] = /from a checkout it is `([^`]+)`/.exec(readPage('docs/agents.md')) ?? [];
    const [command = '', ...args] = line.replace('<path of almanac>', '.').split(' ');
    const agent = await agentOverStdio({ command, args, env: demo.environment, cwd: checkout() });

    expect(await check(agent)).toContain('CVE-2021-23337');
  });

  async function check(agent: Awaited<ReturnType<typeof agentOverHttp>>): Promise<string> {
    const question = { name: 'check_purls', arguments: { purls: ['pkg:npm/lodash@4.17.20'] } };
    const { structuredContent, isError } = await agent.callTool(question);
    await agent.close();
    return isError === true ? '' : JSON.stringify(structuredContent);
  }
});

describe('what it prints', () => {
  it('begins with the address of the site, and has no line of JSON', () => {
    const printed = demo.running.written();
    const [first = ''] = printed.slice(printed.indexOf('Almanac will be at')).split('\n');

    expect(first).toContain(`${demo.site}/ `);
    expect(printed).not.toMatch(/^\{/m);
  });
});

describe('at the end', () => {
  it('Ctrl-C stops everything', { timeout: 90_000 }, async () => {
    expect(await demo.running.interrupt()).toBe(true);

    expect(demo.running.written()).toContain('… Stopping');
    await expect(fetch(demo.site)).rejects.toThrow('fetch failed');
  });
});
