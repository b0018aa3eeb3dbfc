import { getSources, type SourceStatus } from '@almanac/contract';
import { expect, it } from 'vitest';
import { statusPage } from './status-page.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const example = getSources.example.sources[0] as SourceStatus;
const osv: SourceStatus = { ...example, id: 'osv', name: 'OSV' };

/** The section of the page that is about checks, as text. */
function checkedIn(sources: readonly SourceStatus[]): string {
  const page = statusPage(sources, null, NOW, 'https://almanac.test/api/v1');
  const [, section = ''] = page.split('<h2 id="checked">');
  return (
    section
      .split('</section>', 1)[0]
      ?.replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ') ?? ''
  );
}

it('says that no source was ever compared with its upstream', () => {
  expect(checkedIn([example, osv])).toContain('all sources: never');
});

it('says of each source when it last was, and how many never were', () => {
  const section = checkedIn([{ ...example, checkedLiveAt: '2026-11-19T10:30:00.000Z' }, osv]);

  expect(section).toContain(`${example.name}: 19 Nov 2026, 10:30 UTC`);
  expect(section).toContain('the other 1: never');
});
