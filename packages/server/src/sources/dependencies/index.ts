import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import type { StoredFile } from '../../platform/unpack.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type KeptBytes,
  SECOND_RECORD,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';
import type { DependenciesAddress } from './definition.ts';
import { readDerivations } from './derivations.ts';
import { MAX_GRAPH_BYTES, splitLines } from './lines.ts';
import { type Dependencies, dependencyItem, parseDependencies, recordBytes } from './record.ts';
import { EvaluatedJob } from './schema.ts';

/** Longer than any attribute; a key has to fit into an index. */
const MAX_ATTRIBUTE = 500;

export const dependenciesReader: Reader<DependenciesAddress> = {
  open: dependencies,
  decode: (raw) => parseDependencies(decodeJson(raw)),
};

export function dependencies({ url }: DependenciesAddress): Source<Dependencies> {
  const isFile = url.startsWith('file:');
  const upstreams = isFile ? [] : [{ url }];
  return { id: 'dependencies', volatile: [], upstreams, channels: { bulk: { read } }, first: 'bulk', reread };

  async function* read(
    deps: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<Dependencies>> {
    await using evaluation = isFile ? await ofFile() : await ofHttp(deps, since, signal);
    if (evaluation === null || evaluation.position === since) return;
    try {
      yield* records(deps, evaluation.file);
    } catch (error) {
      signal.throwIfAborted();
      throw new UnexpectedUpstream('dependencies', (error as Error).message, { cause: error });
    }
    yield { complete: true };
    if (evaluation.position !== null) yield { checkpoint: evaluation.position };
  }

  async function ofHttp({ http }: SourceDeps, since: string | null, signal: AbortSignal): Promise<Evaluation | null> {
    const dated = since?.startsWith(DATED) === true ? since.slice(DATED.length) : null;
    const answer = await http.download(url, {
      signal,
      maxBytes: MAX_GRAPH_BYTES,
      etag: dated === null ? since : null,
      modifiedSince: dated,
    });
    if (answer.status === 304) return null;
    const { file, etag, lastModified } = answer;
    if (file === null) {
      throw new UnexpectedUpstream('dependencies', `${new URL(url).host} answers ${answer.status}`);
    }
    const position = etag ?? (lastModified === null ? null : DATED + lastModified);
    return { file, position, [Symbol.asyncDispose]: () => answer[Symbol.asyncDispose]() };
  }

  async function ofFile(): Promise<Evaluation> {
    const path = fileURLToPath(url);
    try {
      const { size, mtimeMs } = await stat(path);
      return { file: { path, size }, position: `${mtimeMs}-${size}`, [Symbol.asyncDispose]: async () => {} };
    } catch (error) {
      throw new UnexpectedUpstream('dependencies', (error as Error).message, { cause: error });
    }
  }
}

interface Evaluation extends AsyncDisposable {
  readonly file: StoredFile;
  /** Identifies the evaluation; null if nothing does, and then it is read every time. */
  readonly position: string | null;
}

/** Prefix of a position that is a date rather than a tag. */
const DATED = 'date:';

async function* records({ log }: SourceDeps, file: StoredFile): AsyncGenerator<SourceItem<Dependencies>> {
  const { attributes, jobs, errors } = await readDerivations(file);
  if (errors > 0) log.warn({ errors, jobs }, 'attributes could not be evaluated');
  yield { expected: jobs };
  const seen = new Set<string>();
  for await (const { bytes } of splitLines(file)) {
    const item = toItem(bytes, attributes, seen);
    if (item !== null) yield item;
  }
}

function toItem(
  line: Uint8Array,
  attributes: ReadonlyMap<string, string>,
  seen: Set<string>,
): SourceItem<Dependencies> | null {
  const element = elementOf(line);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw: line };
  const read = EvaluatedJob.safeParse(element.value);
  if (!read.success) return { unreadable: z.prettifyError(read.error), raw: line };
  const job = read.data;
  const key = job.attr;
  if (key.length > MAX_ATTRIBUTE || CONTROL.test(key)) {
    return { unreadable: `${JSON.stringify(key.slice(0, 60))} is no attribute`, raw: line };
  }
  if (job.drvPath == null) {
    return job.error == null ? { unreadable: 'neither a derivation nor an error', raw: line, key } : null;
  }
  // If the last one won, every reading would report both as new.
  if (seen.has(key)) return { unreadable: SECOND_RECORD, raw: line, key };
  seen.add(key);
  const raw = recordBytes(line, job, attributes);
  return { key, raw, read: () => dependencyItem(key, raw) };
}

// oxlint-disable-next-line no-control-regex -- names go into lists that are parted by newlines
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The names of its inputs come from other lines, so only the next reading can restore it. */
function reread({ raw, key }: KeptBytes): SourceRecord<Dependencies> | Unreadable {
  return key === null ? { unreadable: 'nothing tells which attribute this is', raw } : dependencyItem(key, raw);
}
