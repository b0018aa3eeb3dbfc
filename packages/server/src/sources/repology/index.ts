import { compareText } from '@almanac/core/ids';
import {
  attributeKey,
  mayBeProject,
  type ProjectRow,
  readAggregatorKey,
  readProject,
  writeProjects,
} from '@almanac/core/repology';
import type { HttpAnswer } from '../../platform/http-client.ts';
import { parseDocument } from '../cve-list/json.ts';
import { DAY } from '../define-source.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type Fetched,
  type KeptBytes,
  type Source,
  type SourceDeps,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';
import type { RepologyAddresses } from './definition.ts';

/**
 * Half of what its terms allow: clients were blocked for several requests in one second, and requests arrive unevenly.
 */
const LIMIT = { requests: 1, seconds: 2 };
/** Its terms ask clients with more than a thousand requests a day to use the dump. */
const BUDGET = { requests: 1_000, seconds: DAY };
const BLOCK = { status: 403, restMs: DAY * 1000 };

/** The largest projects have some two thousand packages, half a megabyte. */
const MAX_BYTES = 16 * 1024 * 1024;

const PROJECT_PATH = '/api/v1/project/';

export const repologyReader: Reader<RepologyAddresses> = { open: repologySource, decode: decodeJson };

/** Reads one project at a time, by the nixpkgs attribute that belongs to it. */
export function repologySource({ url, contact }: RepologyAddresses): Source<readonly ProjectRow[]> {
  const agent = `Almanac (vulnerability information service; +${contact})`;
  return {
    id: 'repology',
    volatile: [],
    upstreams: [{ url, limit: LIMIT, budget: BUDGET, block: BLOCK, headers: { 'user-agent': agent } }],
    channels: {},
    first: null,
    fetchOne,
    reread,
  };

  async function fetchOne(deps: SourceDeps, key: string, signal: AbortSignal): Promise<Fetched<readonly ProjectRow[]>> {
    const wanted = readAggregatorKey(key);
    if ('attribute' in wanted) return parseProjects(deps, wanted.attribute, signal);
    if (!mayBeProject(wanted.project)) return 'absent';
    const address = new URL(PROJECT_PATH + encodeURIComponent(wanted.project), url);
    const answer = await deps.http.get(address.href, { signal, maxBytes: MAX_BYTES });
    if (answer.status !== 200) throw unexpected(answer);
    return parseRecord(answer.body, key);
  }

  /** Uses Repology's own tool to find an attribute's projects. */
  async function parseProjects(
    { http }: SourceDeps,
    attribute: string,
    signal: AbortSignal,
  ): Promise<Fetched<readonly ProjectRow[]>> {
    const address = new URL('/tools/project-by', url);
    address.search = new URLSearchParams({
      repo: 'nix_unstable',
      name_type: 'srcname',
      target_page: 'api_v1_project',
      // Otherwise the tool silently takes the first of several.
      noautoresolve: 'on',
      name: attribute,
    }).toString();
    const answer = await http.get(address.href, { signal, maxBytes: MAX_BYTES, follow: false });
    if (answer.status === 404) return 'absent';
    const projects = answer.status === 300 ? candidatesIn(answer) : [getRedirectTarget(answer, address)];
    const known = projects.filter(mayBeProject);
    return known.length === 0 ? 'absent' : { state: writeProjects(known) };
  }
}

function getRedirectTarget(answer: HttpAnswer, from: URL): string {
  const location = answer.headers.get('location');
  const to = answer.status === 302 && location !== undefined ? URL.parse(location, from.href) : null;
  if (to === null || to.origin !== from.origin || !to.pathname.startsWith(PROJECT_PATH)) throw unexpected(answer);
  try {
    return decodeURIComponent(to.pathname.slice(PROJECT_PATH.length));
  } catch {
    throw unexpected(answer);
  }
}

/** `{"_comment": …, "targets": {"<project>": "<path>"}}` */
function candidatesIn(answer: HttpAnswer): readonly string[] {
  const document = parseDocument(answer.body);
  const targets = 'value' in document ? (document.value as { readonly targets?: unknown } | null)?.targets : null;
  if (typeof targets !== 'object' || targets === null) throw unexpected(answer);
  return Object.keys(targets).toSorted(compareText);
}

function parseRecord(raw: Uint8Array, key: string): SourceRecord<readonly ProjectRow[]> | Unreadable | 'absent' {
  const document = parseDocument(raw);
  if ('unreadable' in document) return { unreadable: document.unreadable, raw, key };
  const { value } = document;
  const rows = readProject(value);
  if (rows === null) return { unreadable: 'it is no list of packages', raw, key };
  if (rows.length === 0) return 'absent';
  return { key, raw, value: inOneOrder(value), parsed: rows };
}

function reread({ raw, key }: KeptBytes): SourceRecord<readonly ProjectRow[]> | Unreadable {
  if (key === null || key.startsWith(attributeKey(''))) return { unreadable: 'of no project', raw };
  const record = parseRecord(raw, key);
  return record === 'absent' ? { unreadable: 'it has no packages', raw, key } : record;
}

/** Sorts the packages, whose order changes between responses, so that it makes no new version. */
function inOneOrder(value: unknown): unknown {
  const rows = (value as readonly unknown[]).map((row) => [JSON.stringify(row), row] as const);
  return rows.toSorted(([a], [b]) => compareText(a, b)).map(([, row]) => row);
}

function unexpected({ status }: HttpAnswer): UnexpectedUpstream {
  return new UnexpectedUpstream('repology', `answers ${status}`);
}
