import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CALLER_BUDGETS, NETWORK_SHARES, PROCESS_BUDGETS, postSbomTimeTravel } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { Environment, httpSettings, readEnvironment } from '../packages/server/src/bin/environment.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/env.md'), 'utf8');

interface Variable {
  readonly default: string;
  readonly meaning: string;
}

describe('docs/env.md', () => {
  it('lists every variable that the service reads, with its default and its meaning, and no other', () => {
    expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(declared()));
  });

  it('lists them in the order in which they are declared', () => {
    expect([...documented().keys()]).toEqual([...declared().keys()]);
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

/** What the schema says: it is the one place where a variable has a default and a meaning. */
function declared(): Map<string, Variable> {
  const { properties = {} } = Environment.toJSONSchema({ io: 'input' });
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      const { default: value, description } = property as { default?: string | number; description?: string };
      return [name, { default: shown(value), meaning: description ?? '' }];
    }),
  );
}

/** The rows `| NAME | default | meaning |` of the page's first chapter, names between backticks. */
function documented(): Map<string, Variable> {
  const [, chapter = ''] = page.split(/^## /m);
  const rows = [...chapter.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm)];
  return new Map(rows.map(([, name = '', value = '', meaning = '']) => [name, { default: value, meaning }]));
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return 'unset';
  return value === '' ? 'empty' : `\`${value}\``;
}
