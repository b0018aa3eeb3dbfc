import { attributeKey } from '@almanac/core/repology';
import { type AssumptionsAt, differs, fetchesRecord, ok, staysWithinLimits, succeeds } from '../assumption.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { RepologyAddresses } from './definition.ts';

const TERMS = { url: 'https://github.com/repology/repology-updater/issues/1401', date: '2024-05-06' };

export const repologyAssumptions: AssumptionsAt<RepologyAddresses> = () => [
  {
    id: 'project',
    sentence: 'Repology returns a project to a client that links its repository.',
    evidence: { url: 'https://github.com/repology/repology-rs/issues/539', date: '2026-07-18' },
    check: fetchesRecord({ key: 'openssl', says: [{ path: '*.repo' }, { path: '*.status' }] }),
  },
  {
    id: 'attribute',
    sentence: 'project-by redirects from a nixpkgs attribute to its project.',
    evidence: {
      url: 'https://github.com/repology/repology-rs/blob/master/repology-webapp/templates/api.html',
      date: '2026-08-14',
    },
    check: succeeds(
      async ({ source, deps, signal }) => {
        const fetched = await source.fetchOne?.(deps, attributeKey('openssl'), signal);
        if (fetched === undefined || fetched === 'absent') throw new UnexpectedUpstream('repology', 'no project');
        return fetched;
      },
      (fetched) => ('state' in fetched ? ok(`openssl is of ${fetched.state}`) : differs('a record and no project')),
    ),
  },
  {
    id: 'limits',
    sentence: 'Projects are below 8 MB and arrive within seconds.',
    evidence: TERMS,
    check: staysWithinLimits,
  },
];
