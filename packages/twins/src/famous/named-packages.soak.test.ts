import { evaluate } from '@almanac/core/ranges';
import { readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { describe, expect, it } from 'vitest';
import { corpusRoot, hasCorpus } from '../../../../test/corpus.ts';
import { cveFeed } from '../cve-list/record.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { nvdFeed } from '../nvd/record.ts';
import { osvFeed } from '../osv/feed.ts';
import { famousWorld } from './famous-world.ts';
import { isWhole, MAX_RECORDS } from './gather/gather.ts';
import { namedPackages } from './gather/named-packages.ts';
import { type CorpusRecord, recordsAbout, statementsAbout } from './gather/records-about.ts';
import { wholePackages } from './gathered.ts';
import { HAND_WRITTEN } from './hand-written.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const FEEDS: Readonly<Record<CorpusRecord['source'], RecordFeed>> = {
  cve_list_v5: cveFeed(famousWorld, START),
  nvd: nvdFeed(famousWorld, START),
  osv: osvFeed(famousWorld, START),
};

/** A record as its twin serves it in the end. */
function servedRecord({ source, id }: CorpusRecord): VulnerabilityRecord | null {
  const value = FEEDS[source].find(id)?.revisions.at(-1)?.value() ?? null;
  return value === null ? null : readVulnerabilityRecord({ source, key: id, value });
}

type Statement = VulnerabilityRecord['statements'][number];

/** Every version that a statement names, as a bound or by itself. */
function versionsIn({ claims }: Statement): string[] {
  const named = claims.flatMap((claim) => {
    if (claim.type === 'list') return claim.versions;
    return claim.type === 'range' ? claim.events.map(({ version }) => version) : [];
  });
  return [...new Set(named)];
}

/** Lists the parts of a statement that no other record has. */
function differences(statement: Statement, others: readonly Statement[]): string[] {
  const { ecosystem, vendor, name } = statement.subject;
  const same = others.filter(
    ({ subject }) => subject.ecosystem === ecosystem && subject.vendor === vendor && subject.name === name,
  );
  if (same.length === 0) return [`${ecosystem ?? vendor} ${name} is missing`];
  return versionsIn(statement).flatMap((version) => {
    const { verdict } = evaluate(statement, { version });
    const isSaid = same.some((each) => evaluate(each, { version }).verdict === verdict);
    return isSaid ? [] : [`${ecosystem ?? vendor} ${name} ${version} is ${verdict}`];
  });
}

describe.skipIf(!hasCorpus)('the packages that the demo names', () => {
  it('have every record of the corpus about them, unless there are too many', { timeout: 600_000 }, async () => {
    const about = await recordsAbout(corpusRoot, namedPackages(HAND_WRITTEN));

    const missing: string[] = [];
    const partial: string[] = [];
    const whole: string[] = [];
    let compared = 0;
    for (const [{ purl }, known] of about) {
      if (known.records.length > MAX_RECORDS) {
        partial.push(purl);
        continue;
      }
      if (isWhole(known)) whole.push(purl);
      for (const record of known.records) {
        compared += 1;
        const served = servedRecord(record);
        const wrong =
          served === null
            ? ['is missing']
            : statementsAbout(record.read, known.context).flatMap((each) => differences(each, served.statements));
        missing.push(...wrong.map((each) => `${purl}: ${record.source} ${record.id}: ${each}`));
      }
    }

    console.log(`${compared} records about ${about.size} packages compared with the corpus.`);
    expect(missing).toEqual([]);
    expect(partial).toEqual([
      'pkg:nix/gitlab',
      'pkg:nix/imagemagick',
      'pkg:nix/linux',
      'pkg:nix/php',
      'pkg:bitnami/gitlab',
    ]);
    expect(wholePackages()).toEqual([...new Set(whole)].toSorted());
  });
});
