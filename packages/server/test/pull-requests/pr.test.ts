import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { prFix } from '../../src/http/routes/tracker/pr-fix.ts';
import { prValidate } from '../../src/http/routes/tracker/pr-validate.ts';
import { openWorktree, type Worktree } from '../support/git-apply.ts';
import { type PullCase, pullCases } from '../support/pull-requests/cases.ts';
import { fillPullWorld } from '../support/pull-requests/world.ts';
import { openPackageApp, type PackageApp } from '../support/worlds/package-world.ts';

const CASES = pullCases();
const READABLE = CASES.filter(({ status }) => status === undefined);
const CLEAN = READABLE.filter(({ name }) => name.includes('-clean-'));

let given: PackageApp;
let worktree: Worktree;
beforeAll(async () => {
  given = await openPackageApp([prValidate, prFix, vulns], fillPullWorld, {
    settings: { rates: { ...RATES, general: 10_000 }, deadlineMs: 60_000 },
  });
  worktree = openWorktree();
});
afterAll(async () => {
  worktree.close();
  await given[Symbol.asyncDispose]();
});

const post = (path: string, body: object) =>
  given.app.get(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

function bodyOf({ title, body, base, labels, diff }: PullCase): object {
  return { diff, title, body, base, labels };
}

describe('pull requests as people write them', () => {
  it('are enough of them', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40);
    expect(CLEAN.length).toBeGreaterThanOrEqual(12);
    // Of these every finding is one too many.
    expect(CLEAN.flatMap(({ finds }) => finds)).toEqual([]);
  });

  it.each(READABLE.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const { status, body } = await post('/pr/fix', bodyOf(one));
    const data = body['data'] as Fixed;

    expect(status).toBe(200);
    expect(data.findings.map(shownFinding)).toEqual(one.finds);
    expect(data.fixes.map(({ rule }) => rule)).toEqual(data.findings.map(({ rule }) => rule));
    expect(data.fixes.filter(isUnmended).map(({ rule }) => rule)).toEqual(one.unmended);
    expect(linesOf(data.diff)).toEqual(expect.arrayContaining([...one.mends]));
    if (one.mends.length === 0) expect(data.diff).toBeNull();
    if (one.suggestedTitle !== undefined) expect(data.suggested.title).toBe(one.suggestedTitle);
    if (one.suggestedBody !== undefined) expect(data.suggested.body).toBe(one.suggestedBody);
    expect(data.suggested.labels).toEqual(expect.arrayContaining([...one.suggestedLabels]));
    if (one.verdict !== undefined) {
      expect(data.packages.map(({ name, verdict }) => `${name} ${verdict}`)).toContain(one.verdict);
    }
    // Whatever is not known is said.
    for (const { verdict, notes } of data.packages) if (verdict === 'unknown') expect(notes).not.toEqual([]);
    for (const { evidence } of data.findings) expect(evidence).not.toEqual([]);

    worktree.prepare(one.diff);
    worktree.apply(one.diff);
    for (const { diff } of data.fixes) if (diff !== null) worktree.tryOn(diff);
    if (data.diff === null) return;
    // What was mended is not found again; a hash that nobody knows stays a placeholder until somebody has built it.
    const { title, body: text, labels } = data.suggested;
    const diff = worktree.squashed(data.diff);
    if (diff === '') return;
    const again = await post('/pr/validate', { diff, title: title ?? '', body: text ?? '', base: one.base, labels });
    expect(again.status).toBe(200);
    const found = (again.body['data'] as Fixed).findings.filter(({ message }) => !message.includes('placeholder'));
    const mended = data.fixes.filter((fix) => !isUnmended(fix)).map(({ rule }) => rule);
    expect(found.filter(({ rule }) => mended.includes(rule)).map(({ message }) => message)).toEqual([]);
  });

  it.each(CASES.filter(({ status }) => status !== undefined).map((one) => [one.name, one] as const))(
    '%s',
    async (_, one) => {
      for (const path of ['/pr/validate', '/pr/validate?format=sarif', '/pr/fix']) {
        const { status, body } = await post(path, bodyOf(one));

        expect([status, body['code']]).toEqual([400, 'DIFF_INVALID']);
        expect(`400 ${String(body['error']).split(', ')[1]?.split(':')[0]}`).toBe(one.status);
      }
    },
  );
});

describe('POST /pr/validate', () => {
  const named = (name: string) => {
    const found = CASES.find((one) => one.name.endsWith(name));
    if (found === undefined) throw new Error(name);
    return found;
  };

  it('says where, why and how it knows', async () => {
    const { body } = await post('/pr/validate', bodyOf(named('-still-affected')));
    const [finding] = (body['data'] as Fixed).findings;

    expect(finding).toMatchObject({
      rule: 'still-affected',
      file: 'pkgs/by-name/ha/harbour/package.nix',
      line: 9,
      message: 'harbour 3.5.2 is still affected by CVE-2026-10001. Upgrade harbour to 3.6.0.',
      evidence: [{ kind: 'match', id: 'CVE-2026-10001', sources: ['cve_list_v5'], proof: { rule: 'exact_confirmed' } }],
    });
    expect(body['coverage']).toContainEqual(expect.objectContaining({ source: 'cve_list_v5', state: 'ok' }));
    expect(body['asOf']).toEqual(expect.any(String));
  });

  it('gives the range as the lookup of the package does, also where the record names only what is not affected', async () => {
    const file = 'pkgs/by-name/ma/mast/package.nix';
    const diff = `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,2 +1,2 @@\n   pname = "mast";\n-  version = "1.0.0";\n+  version = "1.1.0";\n`;
    const looked = await given.app.get('/api/v1/vulns/mast?version=1.1.0');
    const [match] = looked.body['data'].matches;
    for (const path of ['/pr/validate', '/pr/fix']) {
      const { body } = await post(path, { diff });
      const finding = (body['data'] as Fixed).findings.find(({ rule }) => rule === 'still-affected');

      expect(finding?.evidence).toMatchObject([{ id: 'CVE-2026-80002', affectedVersions: match.affectedVersions }]);
    }
  });

  it('writes SARIF, with notes of what it does not know', async () => {
    const { headers, text } = await post('/pr/validate?format=sarif', bodyOf(named('-several-packages')));
    const log = JSON.parse(text) as Sarif;
    const [run] = log.runs;

    expect(headers.get('content-type')).toBe('application/sarif+json');
    expect([log.version, run?.tool.driver.name]).toEqual(['2.1.0', 'Almanac']);
    expect(run?.results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      'source-hash error',
      'still-affected warning',
    ]);
    for (const { ruleId, ruleIndex, locations } of run?.results ?? []) {
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^pkgs\/by-name\//);
      expect(locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(0);
    }
    const unknown = JSON.parse((await post('/pr/validate?format=sarif', bodyOf(named('-clean-init')))).text) as Sarif;
    expect(unknown.runs[0]?.results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      'unknown-coverage note',
    ]);
  });

  it('reads five megabytes, looks up what it says and no more, and logs nothing of it', async () => {
    const secret = 'a-word-that-nobody-else-writes';
    const { body } = await post('/pr/validate', { diff: large(5_200_000, secret), title: 'treewide: update' });

    const data = body['data'] as Fixed;
    expect(data).toMatchObject({ lookedUp: 20, truncated: true });
    expect(data.files).toBeGreaterThan(1_000);
    expect(data.packages.some(({ notes }) => notes.some((note) => note === 'not checked'))).toBe(true);
    expect(given.app.logged.join('\n')).not.toContain(secret);
  });

  it('refuses more than that, and says how much it takes', async () => {
    const { status, body } = await post('/pr/fix', { diff: large(5_300_000, 'x') });

    expect([status, body['code']]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(String(body['error'])).toContain('5242880 bytes');
  });

  it.each([
    ['no diff', {}, "Member 'diff'"],
    ['a title that is none', { diff: 'x', title: 7 }, "Member 'title'"],
    ['an empty diff', { diff: '' }, "Member 'diff'"],
  ])('refuses %s', async (_, body, reason) => {
    const { status, body: answer } = await post('/pr/validate', body);

    expect([status, answer['code']]).toEqual([400, 'BODY_INVALID']);
    expect(String(answer['error'])).toContain(reason);
  });
});

/** As many bumps as it takes, each of a package of its own. */
function large(bytes: number, word: string): string {
  const parts: string[] = [];
  const filler = ` ${'# '.padEnd(400, word)}\n`;
  for (let size = 0, i = 0; ; i += 1) {
    const file = `pkgs/by-name/pa/package-${i}/package.nix`;
    const part = `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,4 +1,4 @@\n   pname = "package-${i}";\n-  version = "1";\n+  version = "2";\n${filler}${filler}`;
    size += part.length;
    if (size > bytes) return parts.join('');
    parts.push(part);
  }
}

interface Found {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly cves: readonly string[];
  readonly evidence: readonly object[];
}

interface Mended {
  readonly rule: string;
  readonly diff: string | null;
  readonly suggests: readonly string[];
  readonly explanation: string;
}

interface Fixed {
  readonly findings: readonly Found[];
  readonly packages: readonly { readonly name: string; readonly verdict: string; readonly notes: readonly string[] }[];
  readonly files: number;
  readonly fixes: readonly Mended[];
  readonly diff: string | null;
  readonly suggested: {
    readonly title: string | null;
    readonly body: string | null;
    readonly labels: readonly string[];
  };
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

function shownFinding({ rule, severity, cves }: Found): string {
  return [rule, severity, ...cves].join(' ');
}

function isUnmended({ diff, suggests }: Mended): boolean {
  return diff === null && suggests.length === 0;
}

function linesOf(diff: string | null): string[] {
  return diff === null ? [] : diff.split('\n').map((line) => line.replace('\r', ''));
}
