import { readCve } from '../src/ranges/cve.ts';
import type { Assertion, Reading } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';

export const osv = (affected: object, more: object = {}) => ({ id: 'GHSA-a', affected: [affected], ...more });
export const npm = (events: object[], more: object = {}) =>
  osv({ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }], ...more });
export const cve = (versions: object[], more: object = {}) => ({
  cveMetadata: { cveId: 'CVE-2024-1000' },
  containers: { cna: { affected: [{ vendor: 'Some Vendor', product: 'Thing', versions, ...more }] } },
});
export const only = ({ assertions }: Reading): Assertion => {
  const [assertion] = assertions;
  if (assertion === undefined) throw new Error('nothing was read');
  return assertion;
};

/** Every shape that claims about versions have, as records write them. */
export const SHAPES: readonly [string, Assertion][] = [
  ['a range', only(readOsv(npm([{ introduced: '0' }, { fixed: '1.33.0' }])))],
  ['two intervals', only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }])))],
  ['a limit', only(readOsv(npm([{ introduced: '0' }, { limit: '3.0.0' }])))],
  ['an empty interval', only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '1.0.0' }])))],
  ['a list beside an open range', only(readOsv(npm([{ introduced: '0' }], { versions: ['1.0.0'] })))],
  [
    'commits',
    only(
      readOsv(
        osv({
          package: { ecosystem: 'npm', name: 'x' },
          ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] }],
          versions: ['v1'],
        }),
      ),
    ),
  ],
  ['what is malformed', only(readOsv(osv({ package: { ecosystem: 'npm', name: 'x' }, ranges: 'all' })))],
  [
    'a vendor’s rebuild',
    only(
      readOsv(
        osv({
          package: { ecosystem: 'Root:PyPI', name: 'x' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0+root.io.2' }] }],
        }),
      ),
    ),
  ],
  [
    'lines',
    only(
      readCve(
        cve([
          { version: '8.1.*', lessThan: '8.1.29', status: 'affected' },
          { version: '7.*', status: 'affected' },
        ]),
      ),
    ),
  ],
  [
    'statuses and changes',
    only(
      readCve(
        cve(
          [
            {
              version: '1.0',
              lessThan: '2.0',
              status: 'affected',
              versionType: 'semver',
              changes: [{ at: '1.5', status: 'unaffected' }],
            },
            { version: '3.0', status: 'unknown' },
          ],
          { defaultStatus: 'affected' },
        ),
      ),
    ),
  ],
  [
    'free text',
    only(
      readCve(
        cve([
          { version: 'before 9.1 Update 3', status: 'affected' },
          { version: 'n/a', status: 'affected' },
        ]),
      ),
    ),
  ],
  [
    'a platform',
    only(
      readNvd({
        id: 'CVE-2024-1000',
        configurations: [
          {
            operator: 'AND',
            nodes: [
              {
                cpeMatch: [{ vulnerable: true, criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', versionEndExcluding: '1.2' }],
              },
              { cpeMatch: [{ vulnerable: false, criteria: 'cpe:2.3:o:v:os:-:*:*:*:*:*:*:*' }] },
            ],
          },
        ],
      }),
    ),
  ],
  ['a withdrawn record', only(readOsv({ ...npm([{ introduced: '0' }]), withdrawn: '2024-01-01' }))],
];
