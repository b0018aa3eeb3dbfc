import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CALLER_BUDGETS, NETWORK_SHARES, PROCESS_BUDGETS, postSbomTimeTravel } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { httpSettings, readEnvironment } from '../packages/server/src/bin/environment.ts';
import { withVariables } from '../scripts/env-table.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/env.md'), 'utf8');

describe('docs/env.md', () => {
  it('lists every variable that the service reads, with its default and its meaning, and no other', () => {
    expect(page, 'run npm run openapi: it writes the list').toBe(withVariables(page));
  });
});

describe('the budgets in docs/env.md', () => {
  const [, chapter = ''] = page.split(/^## Budgets$/m);
  const rows = [...chapter.split(/^## /m, 1)[0]!.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(
    ([, name = '', rest = '']) => [name].concat(rest.split(/ +\| /)),
  );

  it('are those of a caller and of a process, with their numbers', () => {
    const own = Object.entries(CALLER_BUDGETS).map(([name, { withoutKey, withKey, per, meaning }]) => [
      name,
      `${withoutKey.toLocaleString('en')} ${per}`,
      `${withKey.toLocaleString('en')} ${per}`,
      meaning,
    ]);
    expect(rows).toEqual([...own, ...Object.entries(PROCESS_BUDGETS)]);
    expect(chapter).toContain(`An IPv6 /48 has ${NETWORK_SHARES} times the budgets of one /64`);
    expect(chapter).toContain(`${(postSbomTimeTravel.rawBody?.limitWithoutKey ?? 0) >> 20} MiB at most`);
  });

  it('are what a deployment without settings enforces', () => {
    const { callerBudgets } = httpSettings(readEnvironment({}));
    const numbers = Object.entries(callerBudgets).map(([name, { withoutKey, withKey }]) => [name, withoutKey, withKey]);
    expect(numbers).toEqual(
      Object.entries(CALLER_BUDGETS).map(([name, { withoutKey, withKey }]) => [name, withoutKey, withKey]),
    );
  });
});
