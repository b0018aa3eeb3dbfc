import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerOf, getSearch, getSources } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOverHttp, agentOverStdio } from '../packages/server/test/support/agent.ts';
import { commandLines, programsIn } from './docs-installed.ts';
import { blocksOf, markdownFiles, readPage } from './docs-pages.ts';
import { type Demo, startDemo } from './quick-start-demo.ts';
import { DOCUMENTED, readmeBlock, readmeLines } from './quick-start-readme.ts';
import { type Ended, type Environment, shell } from './quick-start-shell.ts';

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
  return shell(`${readmeBlock('cd almanac && export')}\n${line}`, demo.folder, demo.environment).ended;
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
    ['/', ['What changed in the last day', 'CVE-2021-23337', 'Demo data as of ']],
    ['/CVE-2021-44228', ['Log4Shell', 'Critical, exploited now.', '2.15.0', 'Demo data as of ']],
    ['/CVE-2024-3094', ['backdoor', '5.6.1', '>10']],
    ['/package/curl', ['8.14.1', 'not affected', 'Demo data as of ']],
    ['/package/valkey', ['nixos-26.05', 'CVE-2025-49844', '8.1.4']],
    ['/issues', ['made up', 'mongodb-ce: CVE-2025-14847']],
    ['/insights', ['vulnerabilities are known', 'Half of all issues are fixed within']],
  ])('shows on %s what people would look for', async (path, texts) => {
    const page = await (await fetch(demo.site + path)).text();

    for (const text of texts) expect(page).toContain(text);
  });

  it('is linked to', () => {
    expect(links.length).toBeGreaterThan(3);
  });
});

describe('the command line', () => {
  it.each(readmeLines('almanac -- scan'))('%s', async (line) => {
    const { code, out, err } = await typed(line);

    const [codes, words] = expected(line);
    expect(codes).toContain(code);
    expect(err).toBe('');
    expect(out).toMatch(words);
  });

  /** The code to end with, and what is said. */
  function expected(line: string): [codes: readonly number[], words: RegExp] {
    if (line.includes('scan'))
      return [[1], /^5 affected, 3 not affected, 1 none known, 1 unknown of 10 components in 2 files$/m];
    if (line.includes('status')) return [[0], /^osv .*\n(?:.*\n)*kev /m];
    return [[0], /CVE-2021-44228[\s\S]*Log4Shell/];
  }
});

describe('the pages by what one does', () => {
  const pages = markdownFiles().filter((page) => page.startsWith('docs/for-'));

  it.each(commandLines(pages))('$page: $line', async ({ line, code }) => {
    // The documents say `.` of a project: here it is the example.
    const { code: ended, out, err } = await shell(line, path.join(checkout(), 'examples/harbour'), installed).ended;

    // Beside a file, the summary goes to standard error.
    const [said, silent] = line.includes('--output') ? [err, out] : [out, err];
    expect([ended, silent]).toEqual([code, '']);
    expect(said).toMatch(/\w/);
    expect(out).not.toContain('"success":false');
  });

  it('are four', () => {
    expect(pages).toHaveLength(4);
  });
});

describe('a program', () => {
  it.each(readmeLines('examples/client.ts'))('%s', async (line) => {
    const { code, out, err } = await typed(line);

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^CVE-2025-14847 MongoBleed/m);
    expect(out).toMatch(/^pkg:npm\/lodash@4\.17\.20 affected /m);
    expect(out).toMatch(/^pkg:npm\/left-pad@1\.3\.0 none_known /m);
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
  const settings = [
    readmeBlock('"mcpServers"'),
    ...blocksOf('docs/for-agents.md').flatMap(({ language, code }) => (language === 'json' ? [code] : [])),
  ];
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
  it('Ctrl-C stops everything', async () => {
    expect(await demo.running.interrupt()).toBe(true);

    expect(demo.running.written()).toContain('… Stopping');
    await expect(fetch(demo.site)).rejects.toThrow('fetch failed');
  });
});
