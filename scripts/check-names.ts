import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One word, one meaning: a name that a package exports from two files means two things, or one thing written twice. */
const DECLARED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

/** A sentence that tells people what to do about a version; every one of them comes from core's adviser, which judges the version first. */
const RECOMMENDED =
  /[`'"](?:Upgrade|Update|Downgrade|Move|Leave|Apply commit|Pin)\b[^`'"\n]*\$\{|\bfixed in \$\{[^`'"\n]*or later/;
const ADVISER = 'packages/core/src/advice/';

const root = path.resolve(import.meta.dirname, '..');
let faults = 0;
for (const folder of globSync('packages/*/src', { cwd: root }).toSorted()) {
  const files = new Map<string, Set<string>>();
  for (const file of globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', '**/test/**'] })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (RECOMMENDED.test(text) && !file.startsWith(ADVISER)) {
      faults += 1;
      console.error(`${file} writes a recommendation of its own: take the sentence of the advice.`);
    }
    for (const [, name = ''] of text.matchAll(DECLARED)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  for (const [name, places] of files) {
    if (places.size === 1) continue;
    faults += 1;
    console.error(`${name} is exported by ${[...places].toSorted().join(' and ')}: rename one, or import it.`);
  }
}
if (faults > 0) process.exitCode = 1;
