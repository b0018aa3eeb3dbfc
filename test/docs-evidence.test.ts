import { SOURCE_IDS } from '@almanac/contract';
import { expect, it } from 'vitest';
import { readEnvironment, sourceAddresses } from '../packages/server/src/bin/environment.ts';
import { openSources } from '../packages/server/src/ingest/check-sources/check-sources.ts';
import { SOURCES } from '../packages/server/src/sources/catalogue.ts';
import { CHECKED_LIVE } from '../packages/server/src/sources/checked-live.ts';
import type { SourceFacts } from '../packages/server/src/sources/define-source.ts';
import { readPage } from './docs-pages.ts';

const ADDRESSES = sourceAddresses(
  readEnvironment({
    CONTACT_URL: 'https://almanac.example/repository',
    DEPENDENCIES_URL: 'https://nix.example/jobs',
    NVD_API_KEY: 'demo',
  }),
);

it('docs/evidence.md says of every source how a missed change is found, and how often', () => {
  const [, chapter = ''] = readPage('docs/evidence.md').split(/^## How missed changes are found$/m);
  const rows = [...chapter.split(/^## /m, 1)[0]!.matchAll(/^- `(\w+)`: `(\w+)`, (.+)$/gm)];

  const listed = rows.map(([, source, by, hours]) => [source, by, hours]);
  expect(listed).toEqual(
    SOURCE_IDS.map((id) => {
      const { info, readInPartBecause }: SourceFacts = SOURCES[id];
      const { by, everyHours } = info.reconciliation;
      return [id, by, `${everyHours ?? '–'}${readInPartBecause === undefined ? '' : ', with a token'}`];
    }),
  );
});

it('docs/evidence.md names what is assumed of every source, and when that was last checked live', () => {
  const [, chapter = ''] = readPage('docs/evidence.md').split(/^## What is assumed of upstreams$/m);
  const rows = [...chapter.split(/^## /m, 1)[0]!.matchAll(/^- `(\w+)` \((\S+)\): (.+)$/gm)];

  const listed = rows.map(([, source, checked, names = '']) => [
    source,
    names.replaceAll('`', '').split(', '),
    checked,
  ]);
  expect(listed).toEqual(
    openSources(ADDRESSES).map(({ source: { id }, assumptions }) => [
      id,
      assumptions.map((assumption) => assumption.id),
      CHECKED_LIVE[id]?.slice(0, 10) ?? 'never',
    ]),
  );
});
