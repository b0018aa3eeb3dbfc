import { markdownTable } from '../packages/contract/src/markdown-table.ts';
import { Environment } from '../packages/server/src/bin/environment.ts';

const TABLE = /^\| Variable .*\n(?:\|.*\n)+/m;

/** `docs/env.md` with its first table as the code has it: every variable that the service reads, in the order of the schema. */
export function withVariables(page: string): string {
  const { properties = {} } = Environment.toJSONSchema({ io: 'input' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { default: value, description = '' } = property as { default?: string | number; description?: string };
    return [`\`${name}\``, shown(value), description];
  });
  if (!TABLE.test(page)) throw new Error('docs/env.md has no table of variables to write');
  return page.replace(TABLE, () => `${markdownTable([['Variable', 'Default', 'Meaning'], ...rows])}\n`);
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return 'unset';
  return value === '' ? 'empty' : `\`${value}\``;
}
