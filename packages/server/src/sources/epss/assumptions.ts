import {
  type AssumptionsAt,
  after,
  fetchesRecord,
  judgeCanaries,
  shared,
  staysWithinLimits,
  succeeds,
  type UpstreamRead,
} from '../assumption.ts';
import { UnexpectedUpstream } from '../source.ts';
import { checkDay, fetchDay } from './day-file.ts';
import { dayAt, daysBefore } from './days.ts';
import type { EpssAddresses } from './definition.ts';
import type { EpssFile } from './scores.ts';

const FILE = { url: 'https://github.com/cve-search/CveXplore/pull/329', date: '2025-07-03' };
const HEAD = { url: 'https://github.com/ossf/cve-bin-tool/issues/4127', date: '2024-05-14' };

export const epssAssumptions: AssumptionsAt<EpssAddresses> = ({ url }) => {
  const yesterday = shared(readYesterday(url));
  return [
    {
      id: 'file',
      sentence: "Yesterday's file exists, states its day and has three columns.",
      evidence: HEAD,
      check: succeeds(yesterday, ({ count, modelVersion }) => `${count} scores of the model ${modelVersion}`),
    },
    {
      id: 'canary',
      sentence: 'The file contains the well-known records.',
      evidence: FILE,
      check: after(yesterday, ({ rows }, { canaries }) => {
        const keys = new Set(canaries.map(({ key }) => key));
        const found = [...rows].filter(({ cve }) => keys.has(cve));
        return judgeCanaries(canaries, new Map(found.map((row) => [row.cve, row])));
      }),
    },
    {
      id: 'api',
      sentence: 'The API returns the score of one CVE.',
      evidence: { url: 'https://github.com/aboutcode-org/vulnerablecode/issues/1975', date: '2025-08-14' },
      check: async (probe) => {
        const [canary] = probe.canaries;
        // The file has numbers where the API has strings, so only the CVE can be compared.
        return fetchesRecord(canary && { key: canary.key, says: [{ path: 'cve', is: canary.key }] })(probe);
      },
    },
    {
      id: 'limits',
      sentence: 'Files are below 16 MB and arrive within seconds.',
      evidence: FILE,
      check: staysWithinLimits,
    },
  ];
};

function readYesterday(url: string): UpstreamRead<EpssFile> {
  return async ({ deps, signal }) => {
    const day = daysBefore(dayAt(deps.now()), 1);
    const found = await fetchDay(deps, url, day, signal);
    if (found === null) throw new UnexpectedUpstream('epss', `there is no file of ${day}`);
    checkDay(day, found, null);
    return found.file;
  };
}
