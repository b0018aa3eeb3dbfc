import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWithdrawn, remaining, withNovelty } from '../feed/shown.ts';
import type { FileBody } from '../frame/answer.ts';
import { brokenRecord } from '../frame/broken-record.ts';
import { type DocumentFault, faultOf } from '../frame/fault.ts';
import type { EvaluatedPackage } from './evaluation.ts';

const SYSTEM = 'x86_64-linux';
/** Nix omits e, o, t and u. */
const BASE32 = '0123456789abcdfghijklmnpqrsvwxyz';

export interface LinesContent {
  /** All derivation names depend on it. */
  readonly revision: string;
  readonly faults: readonly DocumentFault[];
}

export async function writeLines(path: string, lines: Iterable<Buffer>): Promise<FileBody> {
  await pipeline(Readable.from(inPieces(lines)), createWriteStream(path));
  const { size } = await stat(path);
  return { path, size };
}

/** In another order each time. */
export function* evaluationLines(
  packages: Iterable<EvaluatedPackage>,
  { revision, faults }: LinesContent,
): Generator<Buffer> {
  const breakage = faultOf(faults, 'malformed_record');
  const added = faultOf(faults, 'schema_addition') !== undefined;
  const standing = [...packages].filter(({ attribute }) => !isWithdrawn(attribute, faults));
  const left = [...remaining(standing, faults)];
  const first = left.length === 0 ? 0 : Number.parseInt(revision.slice(0, 8), 16) % left.length;
  const names = new Map(left.map(({ attribute, name }) => [attribute, name]));
  for (const [place, evaluated] of [...left.slice(first), ...left.slice(0, first)].entries()) {
    const job = jobOf(evaluated, revision, names);
    const isBroken =
      breakage !== undefined && (breakage.record === undefined ? place === 0 : breakage.record === evaluated.attribute);
    yield isBroken ? brokenRecord(job, breakage.way) : Buffer.from(JSON.stringify(added ? withNovelty(job) : job));
    yield NEWLINE;
  }
}

const NEWLINE = Buffer.from('\n');

function jobOf(
  { attribute, name, inputs, unnamed, sameAs, error }: EvaluatedPackage,
  revision: string,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const attrPath = [...attribute.split('.'), SYSTEM];
  const about = { attr: `${attribute}.${SYSTEM}`, attrPath };
  if (error !== undefined) return { ...about, error };
  const own = sameAs ?? attribute;
  const named = inputs.map((input) => [drvPath(input, names.get(input) ?? input, revision), ['out']] as const);
  const others = Array.from(
    { length: unnamed },
    (_, i) => [drvPath(`${own}/${i}`, 'source', revision), ['out']] as const,
  );
  return {
    ...about,
    drvPath: drvPath(own, name, revision),
    inputDrvs: Object.fromEntries([...named, ...others]),
    meta: null,
    name,
    outputs: { out: drvPath(own, name, revision).replace(/\.drv$/, '') },
    system: SYSTEM,
  };
}

/** Every foundational change gives all derivations new names. */
function drvPath(attribute: string, name: string, revision: string): string {
  const digest = createHash('sha256').update(`${revision}\n${attribute}`).digest();
  const hash = Array.from(digest, (byte) => BASE32[byte & 31]).join('');
  return `/nix/store/${hash}-${name.replaceAll(/[^\w.+-]/g, '-')}.drv`;
}

const PIECE = 256 << 10;

function* inPieces(lines: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const part of lines) {
    waiting.push(part);
    size += part.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  yield Buffer.concat(waiting);
}
