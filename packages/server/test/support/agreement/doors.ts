import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { agentOverHttp } from '../agent.ts';
import type { CorpusWorld } from '../corpus/world.ts';
import type { Agreement } from './index.ts';
import { type Answers, findingOf, inPages, type Json, sbomOf, type Told } from './interfaces.ts';
import type { AskedPair } from './pairs.ts';
import { type References, shareOf } from './share.ts';

/** How each is asked, and what of the reference it has room for. */
const DOORS = [
  ['/scan', askScanPage, whole],
  ['almanac scan', askCommand, whole],
  ['MCP check_purls', askAgent, inBrief],
] as const;

/** The command line, an agent's tool and the scan page, each as people use it. */
export async function compareDoors(
  world: CorpusWorld,
  agreement: Agreement,
  references: References,
  share: number,
): Promise<void> {
  for (const [place, [name, ask, shownOf]] of DOORS.entries()) {
    const own = shareOf(references, share, place);
    const answers = await ask(world, [...own.keys()]);
    if (answers === null) continue;
    for (const [pair, reference] of own) {
      const told = answers.get(pair);
      agreement.expectSame(name, pair, 'answer', true, told !== undefined);
      if (told !== undefined) agreement.compare(name, pair, shownOf(reference), told);
    }
  }
}

function whole(reference: Told): Told {
  return reference;
}

/** Characters that a brief answer has of a version or a range, and of a reason. */
const LONGEST = { version: 120, reason: 200 };

function inBrief({ about, findings, ...rest }: Told): Told {
  const verdictReason = cut(about['verdictReason'], LONGEST.reason);
  return {
    ...rest,
    about: { ...about, verdictReason },
    findings: findings.map((finding) => ({
      ...finding,
      affectedVersions: cut(finding['affectedVersions'], LONGEST.version),
      fixedIn: cut(finding['fixedIn'], LONGEST.version),
    })),
  };
}

function cut(text: unknown, most: number): unknown {
  return typeof text === 'string' && text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const COMMAND = path.resolve(import.meta.dirname, '../../../../cli/src/bin.ts');

/** Components without a finding that are not unknown are counted alone: of them no verdict is told. */
async function askCommand(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agreement-'));
  try {
    await writeFile(path.join(folder, 'bom.json'), JSON.stringify(sbomOf(pairs)));
    const answer = await runScan(world.app.url, folder);
    const placeOf = placesOf(pairs);
    const told = new Map<AskedPair, Told>(pairs.map((pair) => [pair, { about: { total: 0 }, findings: [], left: 0 }]));
    for (const { component, verdictReason, unknownReasons } of answer.unknown) {
      const about = { verdict: 'unknown', verdictReason, unknownReasons, total: 0 };
      told.set(placeOf(component.name), { about, findings: [], left: 0 });
    }
    for (const { component, findings, left, verdict, verdictReason, unknownReasons, total } of answer.findings) {
      const shown = findings.map((finding: Json) => findingOf(finding.id, finding));
      const about = { verdict, verdictReason, unknownReasons, total };
      told.set(placeOf(component.name), { about, findings: shown, left });
    }
    return told;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runScan(url: string, folder: string): Promise<Json> {
  const args = ['--conditions=@almanac/source', COMMAND, 'scan', 'bom.json', '--json', '--quiet'];
  const env = { PATH: process.env['PATH'], HOME: folder, ALMANAC_API: `${url}/api/v1` };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await once(child, 'close');
  return JSON.parse(out);
}

function placesOf(pairs: readonly AskedPair[]): (component: string) => AskedPair {
  return (component) => {
    const pair = pairs[Number(component.replace('component-', ''))];
    if (pair === undefined) throw new Error(`${component} was not asked about`);
    return pair;
  };
}

/** As many as a brief answer has room for, or nearly. */
const PURLS_AT_ONCE = 10;

/** The brief form, which agents get by default: some matches of some packages; what it leaves out it counts. */
async function askAgent(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers> {
  const agent = await agentOverHttp(new URL('/mcp', world.app.url));
  const told = new Map<AskedPair, Told>();
  const waiting = inPages(pairs, PURLS_AT_ONCE);
  for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) {
    const pairOf = new Map(some.map((pair) => [pair.purl, pair]));
    const { structuredContent } = await agent.callTool({
      name: 'check_purls',
      arguments: { purls: [...pairOf.keys()] },
    });
    for (const { purl, verdict, verdictReason, unknownReasons, total, matches } of (structuredContent as Json)
      .results) {
      const pair = pairOf.get(purl);
      if (pair === undefined) continue;
      const findings = matches.map(({ severity, ...match }: Json) => {
        const { sources: _, ...finding } = findingOf(match.id, match);
        return { ...finding, severity: severity === 'unknown' ? null : severity };
      });
      const left = total - matches.length;
      told.set(pair, { about: { verdict, verdictReason, unknownReasons, total }, findings, left });
      pairOf.delete(purl);
    }
    // What an answer had no room for is asked for by itself.
    if (some.length > 1) waiting.unshift(...inPages([...pairOf.values()], 1));
  }
  await agent.close();
  return told;
}

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const PATIENCE_MS = 1_800_000;

/** What the rows of the table show once all of them are drawn, as for a printer. Null where there is no browser. */
async function askScanPage(world: CorpusWorld, pairs: readonly AskedPair[]): Promise<Answers | null> {
  if (!existsSync(executablePath)) {
    console.log(`The scan page is not compared: ${executablePath} is absent; set CHROMIUM_PATH.`);
    return null;
  }
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(`${world.app.url}/scan`);
    const buffer = Buffer.from(JSON.stringify(sbomOf(pairs)));
    await page.setInputFiles('#choose', [{ name: 'bom.json', mimeType: 'application/json', buffer }]);
    await page.locator('#status', { hasText: /^Done/ }).waitFor({ timeout: PATIENCE_MS });
    await page.locator('.tile.all').click();
    const rows = (await page.evaluate(READ_ROWS)) as readonly ShownRow[];
    const placeOf = placesOf(pairs);
    return new Map(rows.map((row) => [placeOf(row.name), toldByRow(row)]));
  } finally {
    await browser.close();
  }
}

interface ShownRow {
  readonly name: string;
  readonly verdict: string;
  readonly left: string | null;
  readonly findings: readonly {
    readonly id: string;
    readonly severity: string;
    readonly state: string | null;
    readonly facts: string;
  }[];
}

/** Runs in the browser. */
const READ_ROWS = `(() => {
  dispatchEvent(new Event('beforeprint'));
  const text = (within, selector) => within.querySelector(selector)?.textContent ?? null;
  const verdict = (row) => [...row.querySelector('.word').classList].find((word) => word.startsWith('is-')).slice(3);
  const grouped = [...document.querySelectorAll('#rows > tr.group')].flatMap((row) =>
    [...row.querySelectorAll('.pkg')].map((each) => ({ name: each.textContent, verdict: verdict(row), left: null, findings: [] })),
  );
  const single = [...document.querySelectorAll('#rows > tr:not(.group)')].map((row) => ({
    name: text(row, '.pkg'),
    verdict: verdict(row),
    left: text(row, 'td.prose > p.note'),
    findings: [...row.querySelectorAll('ul.findings > li')].map((item) => ({
      id: text(item, 'strong'),
      severity: text(item, '.sev'),
      state: text(item, '.pill.none:not(.sev, .epss)'),
      facts: text(item, '.note'),
    })),
  }));
  return [...grouped, ...single];
})()`;

const STATES: Readonly<Record<string, string>> = {
  'possible, needs review': 'possible',
  'fixed by a patch': 'fixed_by_patch',
};

function toldByRow({ verdict, left, findings }: ShownRow): Told {
  const more = Number(/^([\d,]+) more are counted/.exec(left ?? '')?.[1]?.replaceAll(',', '') ?? 0);
  return {
    about: { verdict, total: findings.length + more },
    left: more,
    findings: findings.map(({ id, severity, state, facts }) => ({
      id,
      severity: severity === 'not rated' ? null : severity,
      status: state === null ? 'affected' : STATES[state],
      confidence: /· (high|medium|low) confidence ·/.exec(facts)?.[1],
      fixedIn: /· fixed in (.+?) · /.exec(facts)?.[1] ?? null,
      affectedVersions: /^affected: (.+?) · (?:fixed in|(?:high|medium|low) confidence)/
        .exec(facts)?.[1]
        ?.replace('versions unknown', 'unknown'),
    })),
  };
}
