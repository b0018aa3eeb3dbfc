import {
  advisoryId,
  type ChannelStatement,
  type CollectionAdvisory,
  collectionPurl,
  type Publisher,
} from './advisory.ts';

/** A record in the form of OSV, https://ossf.github.io/osv-schema, as far as we write it. */
export interface OsvRecord {
  readonly schema_version: '1.7.3';
  readonly id: string;
  readonly modified: string;
  readonly published: string;
  readonly withdrawn?: string;
  /** A distribution's record is not the CVE: it says what the CVE comes to here. */
  readonly upstream: readonly string[];
  readonly summary: string;
  readonly details: string;
  readonly affected: readonly OsvAffectedPackage[];
  readonly references: readonly { readonly type: 'ADVISORY' | 'EVIDENCE' | 'REPORT' | 'FIX'; readonly url: string }[];
  readonly database_specific: { readonly complete: boolean; readonly statements: readonly ChannelStatement[] };
}

interface OsvAffectedPackage {
  readonly package: { readonly ecosystem: string; readonly name: string; readonly purl: string };
  readonly ranges: readonly never[];
  readonly versions: readonly string[];
  readonly ecosystem_specific: {
    readonly confidence: string;
    readonly fixedIn: string | null;
    readonly reason: string;
  };
}

/** The ecosystem of a channel, which no registry of OSV has. */
export function channelEcosystem(channel: string): string {
  return `Nixpkgs:${channel}`;
}

/** What a CVE comes to for the collection. `affected` has the versions that channels carry; what they would be in others is not ours to say. */
export function osvRecord(advisory: CollectionAdvisory, modified: string, { site, api }: Publisher): OsvRecord {
  const { cve, published, issues, fixes, complete } = advisory;
  const statements = advisory.statements.map(plain);
  return {
    schema_version: '1.7.3',
    id: advisoryId(cve),
    modified,
    published,
    upstream: [cve],
    summary: summaryOf(advisory),
    details: detailsOf(advisory),
    affected: statements.flatMap(affectedOf),
    references: [
      { type: 'ADVISORY', url: `${site}/${cve}` },
      { type: 'EVIDENCE', url: `${api}/graph/cve/${cve}/affected` },
      ...issues.map(({ url }) => ({ type: 'REPORT' as const, url })),
      ...fixes.map(({ url }) => ({ type: 'FIX' as const, url })),
    ],
    database_specific: { complete, statements },
  };
}

/** The members that are published, and no other that the caller’s object may have. */
function plain(given: ChannelStatement): ChannelStatement {
  const { attribute, channel, version, verdict, confidence, fixedIn, reason } = given;
  return { attribute, channel, version, verdict, confidence, fixedIn, reason };
}

function affectedOf({ attribute, channel, version, verdict, confidence, fixedIn, reason }: ChannelStatement) {
  if (verdict !== 'affected' || version === null || confidence === null) return [];
  return [
    {
      package: { ecosystem: channelEcosystem(channel), name: attribute, purl: collectionPurl(attribute, null) },
      ranges: [],
      versions: [version],
      ecosystem_specific: { confidence, fixedIn, reason },
    },
  ];
}

function summaryOf({ cve, statements }: CollectionAdvisory): string {
  const affected = statements.filter(({ verdict }) => verdict === 'affected');
  if (affected.length === 0) return `${cve}: no version in a channel is known to be affected`;
  const names = [...new Set(affected.map(({ attribute }) => attribute))];
  const channels = [...new Set(affected.map(({ channel }) => channel))];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${cve} affects ${names.slice(0, MOST_NAMED).join(', ')}${more} in ${channels.join(', ')}`;
}

const MOST_NAMED = 5;

function detailsOf({ statements, issues, fixes, complete }: CollectionAdvisory): string {
  const lines = statements.map(
    ({ attribute, channel, version, verdict, reason }) =>
      `- ${attribute} ${version ?? 'without a version'} in ${channel}: ${verdict.replaceAll('_', ' ')}. ${reason}`,
  );
  const open = issues.filter(({ state }) => state === 'open').length;
  return [
    `Tracker issues: ${issues.length}, open: ${open}. Merged pull requests that fix it: ${fixes.length}.`,
    ...lines,
    ...(complete ? [] : ['Only some of the packages were checked.']),
  ].join('\n');
}
