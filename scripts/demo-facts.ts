import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatherFacts } from '../packages/twins/src/famous/gather/gather.ts';
import { namedPackages } from '../packages/twins/src/famous/gather/named-packages.ts';
import { HAND_WRITTEN } from '../packages/twins/src/famous/hand-written.ts';

/**
 * `node --conditions=@almanac/source scripts/demo-facts.ts <corpus>` writes what the demo knows beside its hand-written records: every fact
 * of the corpus about the packages that the demo names.
 */
const [root = '../shared/corpus'] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, '../packages/twins/src/famous/facts');
const packages = namedPackages(HAND_WRITTEN);
const { records, whole } = await gatherFacts(root, packages, HAND_WRITTEN);
writeFileSync(path.join(folder, 'records.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
writeFileSync(path.join(folder, 'whole-packages.txt'), `${[...new Set(whole)].toSorted().join('\n')}\n`);
console.log(`${records.length} vulnerabilities; ${whole.length} packages of ${packages.length} with every record.`);
