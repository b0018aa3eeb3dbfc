import { type AssumptionsAt, differs, ok, redirectsTo, shared, staysWithinLimits, succeeds } from '../assumption.ts';
import type { ChannelsAddress } from './definition.ts';
import { gitRevision } from './revision.ts';
import { statusRows } from './status.ts';

export const REDIRECT_EVIDENCE = { url: 'https://github.com/NixOS/infra/pull/595', date: '2025-03-19' };
const STATUS = { url: 'https://github.com/NixOS/infra/pull/189', date: '2021-11-23' };

export const channelsAssumptions: AssumptionsAt<ChannelsAddress> = ({ url, releasesUrl, statusUrl, channels }) => {
  const [channel = 'nixos-unstable'] = channels;
  const revision = shared(({ deps, signal }) => gitRevision('channels', deps, url, channel, signal));
  return [
    {
      id: 'status',
      sentence: 'Prometheus reports the labels of each channel in CHANNELS.',
      evidence: STATUS,
      check: succeeds(
        ({ deps, signal }) => statusRows(deps, statusUrl, 'channel_revision', signal),
        ({ rows }) => {
          const missing = channels.filter((name) => !rows.has(name));
          return missing.length === 0 ? ok(`${rows.size} channels`) : differs(`no row of ${missing.join(', ')}`);
        },
      ),
    },
    {
      id: 'revision',
      sentence: 'git-revision contains exactly 40 hexadecimal digits.',
      evidence: REDIRECT_EVIDENCE,
      check: succeeds(revision, ({ revision: commit }) => `${channel} is at ${commit.slice(0, 12)}`, {
        withRedirects: true,
      }),
    },
    {
      id: 'redirect',
      sentence: 'Channels redirect to the releases site.',
      evidence: REDIRECT_EVIDENCE,
      check: redirectsTo(revision, url, [releasesUrl]),
    },
    {
      id: 'limits',
      sentence: 'Revisions are below 512 bytes and rows below 2 MB, and they arrive within seconds.',
      evidence: REDIRECT_EVIDENCE,
      check: staysWithinLimits,
    },
  ];
};
