import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const server = 'packages/server/src';

/** Files and folders that the page names in code quotes, as paths of the repository. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([a-z-]+(?:\/[a-z.-]+)+)`/g)].map(([, name]) => name ?? '');
  return quoted.filter((name) =>
    /^(packages|ingest|http|app|queries|store|projections|sources|web|docs|deploy|core)\//.test(name),
  );
}

const exists = (name: string) =>
  [name, `${server}/${name}`, name.replace(/^core\//, 'packages/core/src/')].some((each) =>
    existsSync(path.join(root, each)),
  );

describe('docs/architecture.md', () => {
  it('names files and folders that exist', () => {
    const names = namedPaths(page);

    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  it.each(['The way of a record', 'The way of a request'])('walks "%s" in at most twelve stations', (title) => {
    const [walk = ''] = (page.split(`## ${title}\n`)[1] ?? '').split('What holds on the way:');
    const stations = [...walk.matchAll(/^\d+\. (.*)$/gm)].map(([, text]) => text ?? '');

    expect(stations.length).toBeGreaterThanOrEqual(8);
    expect(stations.length).toBeLessThanOrEqual(12);
    expect(stations.filter((text) => namedPaths(text).length === 0)).toEqual([]);
  });

  it.each([server, `${server}/http`])('lists every folder of %s', (parent) => {
    const [table = ''] = (page.split(`| Folder of \`${parent}\``)[1] ?? '').split('\n\n');
    const listed = [...table.matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name ?? '');

    const folders = readdirSync(path.join(root, parent), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});
