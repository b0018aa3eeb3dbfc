import {
  byVersion,
  type ChannelStatement,
  collectionPurl,
  type DatedAdvisory,
  evidenceOf,
  type Publisher,
} from './advisory.ts';
import { actionSentence, statusOf, type VexWord } from './vex-words.ts';

/** A file of the repository, by its path in the archive. */
export interface RepositoryFile {
  readonly path: string;
  readonly content: object;
}

/** Longest path of a tape archive. */
const LONGEST_PATH = 100;

/**
 * A repository of VEX documents, one for each package, by version 0.1 of https://github.com/aquasecurity/vex-repo-spec: the files of its archive,
 * `index.json` first. Times are those of the advisories: what has not changed has the same bytes.
 */
export function vexRepository(advisories: readonly DatedAdvisory[], publisher: Publisher): readonly RepositoryFile[] {
  const said = new Map<string, Said[]>();
  for (const advisory of advisories) {
    for (const statements of byVersion(advisory.statements)) {
      const [first] = statements;
      if (first === undefined || first.version === null || statusOf(first.verdict) === null) continue;
      const known = said.get(first.attribute);
      if (known === undefined) said.set(first.attribute, [{ advisory, first, statements }]);
      else known.push({ advisory, first, statements });
    }
  }
  const documents = [...said].map(([attribute, own], place) => ({
    id: collectionPurl(attribute, null),
    path: pathOf(attribute, place),
    content: documentOf(attribute, own, publisher),
  }));
  const index = {
    updated_at: latest(advisories.map(({ modified }) => modified)),
    packages: documents.map(({ id, path }) => ({ id, location: path, format: 'openvex' })),
  };
  return [{ path: 'index.json', content: index }, ...documents.map(({ path, content }) => ({ path, content }))];
}

/** `/.well-known/vex-repository.json`. */
export function vexManifest({ files }: Publisher, archive: string): object {
  return {
    name: 'Almanac',
    description: 'The status of CVEs in nixpkgs packages, by version',
    versions: {
      v0: { spec_version: 'v0.1', locations: [{ url: `${files}/${archive}` }], update_interval: '1h' },
    },
    latest_version: 'v0',
  };
}

interface Said {
  readonly advisory: DatedAdvisory;
  readonly first: ChannelStatement;
  /** Of one version, in every channel that has it. */
  readonly statements: readonly ChannelStatement[];
}

function documentOf(attribute: string, said: readonly Said[], publisher: Publisher): object {
  const timestamp = latest(said.map(({ advisory }) => advisory.modified));
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `${publisher.files}/vex/${encodeURIComponent(attribute)}`,
    author: publisher.site,
    timestamp,
    version: 1,
    tooling: `Almanac ${publisher.toolVersion}`,
    statements: said.flatMap((one) => statementOf(one, publisher)),
  };
}

function statementOf({ advisory, first, statements }: Said, publisher: Publisher): object[] {
  const status = statusOf(first.verdict);
  if (status === null) return [];
  const purl = collectionPurl(first.attribute, first.version);
  const channels = statements.map(({ channel }) => channel).join(', ');
  const evidence = `In ${channels}. Evidence: ${evidenceOf(advisory, publisher).join(' ')}`;
  return [
    {
      vulnerability: { name: advisory.cve },
      products: [{ '@id': purl, identifiers: { purl } }],
      status,
      timestamp: advisory.modified,
      ...wordsOf(status, first, evidence),
    },
  ];
}

/** The standard wants a reason where it is not affected, and an action where it is. */
function wordsOf(status: VexWord, { reason, fixedIn }: ChannelStatement, evidence: string): object {
  if (status === 'not_affected') return { impact_statement: reason, status_notes: evidence };
  const notes = { status_notes: `${reason} ${evidence}` };
  return status === 'affected' ? { ...notes, action_statement: actionSentence(fixedIn) } : notes;
}

/** Paths of packages with long names go by their place. */
function pathOf(attribute: string, place: number): string {
  const path = `pkg/nix/${encodeURIComponent(attribute)}/vex.json`;
  return path.length > LONGEST_PATH ? `pkg/nix/long-${place}/vex.json` : path;
}

function latest(times: readonly string[]): string {
  return times.reduce((last, time) => (time > last ? time : last), '1970-01-01T00:00:00.000Z');
}
