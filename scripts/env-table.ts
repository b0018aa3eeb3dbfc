import { Environment } from '../packages/server/src/bin/environment.ts';

const LIST = /(<!-- variables: begin -->\n)[\s\S]*?(<!-- variables: end -->)/;

/** `docs/env.md` with its first list as the code has it: every variable that the service reads, in the order of the schema. */
export function withVariables(page: string): string {
  const { properties = {} } = Environment.toJSONSchema({ io: 'input' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { default: value, description = '' } = property as { default?: string | number; description?: string };
    return `- \`${name}\` (${shown(value)}): ${description}\n`;
  });
  if (!LIST.test(page)) throw new Error('docs/env.md has no list of variables to write');
  return page.replace(LIST, (_match, begin: string, end: string) => `${begin}\n${rows.join('')}\n${end}`);
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return 'unset';
  return value === '' ? 'empty' : `\`${value}\``;
}
