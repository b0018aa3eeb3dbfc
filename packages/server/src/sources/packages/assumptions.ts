import {
  type AssumptionsAt,
  type ChannelReading,
  judgeReading,
  readItems,
  redirectsTo,
  saysCanaries,
  shared,
  staysWithinLimits,
  succeeds,
  type UpstreamRead,
} from '../assumption.ts';
import { REDIRECT_EVIDENCE } from '../channels/assumptions.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { PackagesAddress } from './definition.ts';
import { countEntries, MAX_LISTING_BYTES, parseListing } from './listing.ts';

const LIST = { url: 'https://github.com/NixOS/nixpkgs/pull/451424', date: '2025-10-12' };

export const packagesAssumptions: AssumptionsAt<PackagesAddress> = (address) => {
  const list = shared(readList(address));
  return [
    {
      id: 'list',
      sentence: 'packages.json.br is a list of version 2, compressed with Brotli.',
      evidence: LIST,
      check: succeeds(list, judgeReading, { withRedirects: true }),
    },
    {
      id: 'canary',
      sentence: 'The list contains the well-known packages.',
      evidence: LIST,
      check: saysCanaries(list),
    },
    {
      id: 'redirect',
      sentence: 'Channels redirect to the releases site.',
      evidence: REDIRECT_EVIDENCE,
      check: redirectsTo(list, address.url, [address.releasesUrl]),
    },
    {
      id: 'limits',
      sentence: 'The list is below 512 MB and arrives without delay.',
      evidence: { url: 'https://github.com/NixOS/nixos-channel-scripts/pull/35', date: '2020-03-24' },
      check: staysWithinLimits,
    },
  ];
};

function readList({ url, channels }: PackagesAddress): UpstreamRead<ChannelReading> {
  return async ({ deps, signal, canaries }) => {
    const known = canaries[0]?.key.split('/', 1)[0] ?? '';
    const channel = channels.includes(known) ? known : (channels[0] ?? known);
    const address = `${url}/${channel}/packages.json.br`;
    await using answer = await deps.http.download(address, { signal, maxBytes: MAX_LISTING_BYTES });
    if (answer.file === null) throw new UnexpectedUpstream('packages', `packages.json.br answers ${answer.status}`);
    // Throws for an unknown version of the list.
    await countEntries(answer.file);
    return await readItems(parseListing(answer.file, channel), canaries);
  };
}
