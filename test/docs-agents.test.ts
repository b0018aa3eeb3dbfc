import { expect, it } from 'vitest';
import { BEGIN, END, TOOLS } from '../packages/mcp/src/index.ts';
import { readPage } from './docs-pages.ts';

const page = readPage('docs/agents.md');

it('docs/agents.md names every tool, what it takes and whether it changes anything', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| ([^|]*)\| [^|]*\| ([^|]*)\|$/gm)].filter(
    ([, name]) => name?.includes('_') && name === name.toLowerCase(),
  );

  const written = rows.map(([, name, takes = '', changes = '']) => ({
    name,
    takes: takes.trim().replaceAll('`', '').split(', ').filter(Boolean),
    readOnly: changes.trim() === 'nothing',
  }));

  expect(written).toEqual(
    TOOLS.map(({ name, input, annotations }) => ({
      name,
      takes: Object.keys(input.shape).filter((argument) => argument !== 'detail'),
      readOnly: annotations.readOnlyHint,
    })),
  );
});

it('docs/agents.md names the markers', () => {
  expect(page).toContain(`between \`${BEGIN}\` and \`${END}\``);
});
