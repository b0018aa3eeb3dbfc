import { z } from 'zod';
import { elementOf, elementsOf, type JsonElement, membersBeside } from '../../platform/json-elements.ts';
import { readPosition } from '../position.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type Http,
  type KeptBytes,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';
import type { KevAddresses } from './definition.ts';
import { KevCatalogue, KevEntry, KevPosition } from './schema.ts';

export const kevReader: Reader<KevAddresses> = { open: kev, decode: decodeJson };

export function kev({ url, mirrorUrl }: KevAddresses): Source<KevEntry> {
  const upstreams = [url, mirrorUrl].filter((address) => address !== undefined).map((address) => ({ url: address }));
  return { id: 'kev', volatile: [], upstreams, channels: { bulk: { read } }, first: 'bulk', reread };

  async function* read(
    { http, now }: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<KevEntry>> {
    const last = readPosition(KevPosition, since);
    const original = await fetchCatalogue(http, url, last, signal).catch((error: unknown) => ({ error }));
    if (original !== null && 'error' in original) {
      if (mirrorUrl === undefined || signal.aborted) throw original.error;
      yield* readMirror(mirrorUrl, { http, now }, last, { error: original.error, signal });
      return;
    }
    if (last !== null && last.mirrorSince !== null) yield { noticed: 'READ_FROM_MIRROR', detail: null };
    if (original === null) {
      if (last !== null && last.mirrorSince !== null)
        yield { checkpoint: JSON.stringify({ ...last, mirrorSince: null }) };
      return;
    }
    yield* parseEntries(original);
    yield { complete: true };
    yield { checkpoint: JSON.stringify(positionAfter(original, last, now())) };
  }
}

/**
 * The mirror lags by minutes or hours, so entries it lacks count as removed only after CISA has been down this long.
 */
const MIRROR_BELIEVED_MS = 24 * 3_600_000;

/** Adds new entries at once. Removes entries, and warns the operator, only when CISA has been down for a day. */
async function* readMirror(
  mirrorUrl: string,
  { http, now }: Pick<SourceDeps, 'http' | 'now'>,
  last: KevPosition | null,
  { error, signal }: { readonly error: unknown; readonly signal: AbortSignal },
): AsyncGenerator<SourceItem<KevEntry>> {
  // The mirror has its own tags.
  const copy = await fetchCatalogue(http, mirrorUrl, null, signal).catch(() => Promise.reject(error));
  const mirrorSince = last?.mirrorSince ?? now().toISOString();
  const position = { etag: last?.etag ?? null, released: last?.released ?? null, mirrorSince };
  const believed = now().getTime() - Date.parse(mirrorSince) >= MIRROR_BELIEVED_MS;
  if (believed) {
    const detail = `${(error as Error).message}: read from the mirror since ${mirrorSince}`;
    yield { noticed: 'READ_FROM_MIRROR', detail };
  }
  if (copy !== null && !isOlder(copy, last)) {
    yield* parseEntries(copy);
    if (believed) yield { complete: true };
  }
  yield { checkpoint: JSON.stringify(position) };
}

interface Catalogue extends KevCatalogue {
  readonly etag: string | null;
  readonly document: Uint8Array;
}

/**
 * Returns null if the catalogue has not changed. Downloads the whole document before parsing any of it, so that a
 * truncated one changes nothing.
 */
async function fetchCatalogue(
  http: Http,
  url: string,
  last: KevPosition | null,
  signal: AbortSignal,
): Promise<Catalogue | null> {
  const answer = await http.get(url, { signal, etag: last?.etag ?? null });
  if (answer.status === 304) return null;
  if (answer.status !== 200) throw new UnexpectedUpstream('kev', `${new URL(url).host} answers ${answer.status}`);
  const catalogue = { ...parseHeader(answer.body), etag: answer.etag, document: answer.body };
  if (last !== null && isOlder(catalogue, last)) {
    throw new UnexpectedUpstream('kev', `the catalogue of ${catalogue.dateReleased} is older than the one we have`);
  }
  return catalogue;
}

function parseHeader(document: Uint8Array): KevCatalogue {
  try {
    return KevCatalogue.parse(Object.fromEntries(membersBeside(document, 'vulnerabilities')));
  } catch (error) {
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UnexpectedUpstream('kev', detail, { cause: error });
  }
}

function* parseEntries({ count, document }: Catalogue): Generator<SourceItem<KevEntry>> {
  yield { expected: count };
  let entries = 0;
  for (const element of elementsOf(document, 'vulnerabilities')) {
    yield parseEntry(element);
    entries += 1;
  }
  if (entries !== count) throw new UnexpectedUpstream('kev', `announces ${count} entries and has ${entries}`);
}

function reread({ raw }: KeptBytes): SourceRecord<KevEntry> | Unreadable {
  return parseEntry(elementOf(raw));
}

function parseEntry(element: JsonElement): SourceRecord<KevEntry> | Unreadable {
  const { bytes: raw } = element;
  if ('unreadable' in element) return { unreadable: element.unreadable, raw };
  const entry = KevEntry.safeParse(element.value);
  if (entry.success) return { key: entry.data.cveID, raw, value: element.value, parsed: entry.data };
  const key = KevEntry.shape.cveID.safeParse((element.value as { cveID?: unknown } | null)?.cveID);
  const unreadable = z.prettifyError(entry.error);
  return key.success ? { unreadable, raw, key: key.data } : { unreadable, raw };
}

function isOlder(catalogue: Catalogue, last: KevPosition | null): boolean {
  return last?.released != null && Date.parse(catalogue.dateReleased) < Date.parse(last.released);
}

/** Ignores a release date in the future, because every correct date after it would look older. */
function positionAfter({ etag, dateReleased }: Catalogue, last: KevPosition | null, now: Date): KevPosition {
  const ahead = Date.parse(dateReleased) > now.getTime() + CLOCK_SKEW_MS;
  return { etag, released: ahead ? (last?.released ?? null) : dateReleased, mirrorSince: null };
}

const CLOCK_SKEW_MS = 10 * 60_000;
