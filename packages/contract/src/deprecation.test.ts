import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from './catalogue.ts';
import { type Deprecation, deprecationHeaders, NOTICE_DAYS } from './deprecation.ts';
import { getSources, getVersion } from './endpoints/meta.ts';
import { openapiDocument } from './openapi/document.ts';

const deprecation: Deprecation = { since: '2027-01-01', sunset: '2027-07-01', successor: '/sources' };
const DAY = 86_400_000;

describe('the headers of a deprecated endpoint', () => {
  it.each([
    ['a successor', deprecation, ['link', '<https://host/api/v1/sources>; rel="successor-version"']],
    ['none', { since: deprecation.since, sunset: deprecation.sunset }, []],
  ])('with %s', (_name, given, link) => {
    expect(deprecationHeaders(given, 'https://host/api/v1')).toEqual([
      'deprecation',
      '@1798761600',
      'sunset',
      'Thu, 01 Jul 2027 00:00:00 GMT',
      ...link,
    ]);
  });
});

describe('OpenAPI', () => {
  const document = openapiDocument({ version: '1', serverUrl: '/api/v1' }, [
    { ...getVersion, deprecation },
    getSources,
  ]);
  const headersOf = (path: string) => {
    const success = document.paths[path]?.['get']?.responses['200'];
    return Object.keys((success !== undefined && 'headers' in success ? success.headers : undefined) ?? {});
  };

  it('marks it, with the day and the headers', () => {
    expect(document.paths['/version']?.['get']).toMatchObject({ deprecated: true, 'x-sunset': '2027-07-01' });
    expect(headersOf('/version')).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
    expect(Object.keys(document.components.headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  });

  it('says nothing of the others', () => {
    const without = openapiDocument({ version: '1', serverUrl: '/api/v1' }, [getVersion]);

    expect(document.paths['/sources']?.['get']).not.toHaveProperty('deprecated');
    expect(headersOf('/sources')).not.toContain('Sunset');
    expect(Object.keys(without.components.headers)).not.toContain('Sunset');
  });
});

/** What the policy asks of a mark; none where it is kept. */
function breaches({ since, sunset, successor }: Deprecation): string[] {
  const notice = (Date.parse(sunset) - Date.parse(since)) / DAY;
  return [
    ...(notice >= NOTICE_DAYS ? [] : [`${notice} days of notice`]),
    ...(successor === undefined || ENDPOINTS.some(({ path }) => path === successor) ? [] : [`no ${successor}`]),
  ];
}

describe('the policy', () => {
  it('is kept by every endpoint of the catalogue', () => {
    const marked = ENDPOINTS.flatMap(({ id, deprecation: mark }) => (mark === undefined ? [] : [{ id, mark }]));

    expect(marked.filter(({ mark }) => breaches(mark).length > 0)).toEqual([]);
  });

  it.each([
    [deprecation, []],
    [{ since: '2027-01-01', sunset: '2027-06-29' }, ['179 days of notice']],
    [{ ...deprecation, successor: '/nowhere' }, ['no /nowhere']],
  ])('%j: %j', (mark, expected) => {
    expect(breaches(mark)).toEqual(expected);
  });
});
