import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeRecord } from './describe-record.ts';
import type { FamousFacts, FamousOsv, FamousRecord } from './record.ts';

/** Collected by `scripts/demo-facts.ts`. Each vulnerability gets a sentence made from its facts. */
export function gatheredRecords(): FamousRecord[] {
  return readFacts('records.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const facts = JSON.parse(line) as FamousFacts;
      const osv = facts.osv?.map((each) => Object.assign(withUsualAlias(each, facts.id), { once: true })) ?? [];
      return Object.assign(describeRecord(facts), facts, osv.length === 0 ? {} : { osv });
    });
}

/** Packages with all their records in the demo. */
export function wholePackages(): string[] {
  return readFacts('whole-packages.txt').trimEnd().split('\n');
}

function readFacts(file: string): string {
  return readFileSync(path.join(import.meta.dirname, 'facts', file), 'utf8');
}

/** Restores the usual alias, which the file omits. */
function withUsualAlias(record: FamousOsv, id: string): FamousOsv {
  const isLinked = record.aliases !== undefined || record.upstream !== undefined || record.related !== undefined;
  return isLinked || record.id === id ? record : { ...record, aliases: [id] };
}
