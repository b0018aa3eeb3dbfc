import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One word, one meaning: a name that a package exports from two files means two things, or one thing written twice. */
const DECLARED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

const root = path.resolve(import.meta.dirname, '..');
let repeated = 0;
for (const folder of globSync('packages/*/src', { cwd: root }).toSorted()) {
  const files = new Map<string, Set<string>>();
  for (const file of globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', '**/test/**'] })) {
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(DECLARED)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  for (const [name, places] of files) {
    if (places.size === 1) continue;
    repeated += 1;
    console.error(`${name} is exported by ${[...places].toSorted().join(' and ')}: rename one, or import it.`);
  }
}
if (repeated > 0) process.exitCode = 1;
