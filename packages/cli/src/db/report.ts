import { checkObject, objectPath, SnapshotProblem } from '@almanac/core/snapshots';
import { dividedBy, type HeldSnapshot, heldObjects, keptObjects, sha256 } from '@almanac/offline/store';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { facts, paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { age, count, counted, instant } from '../output/words.ts';
import type { Session } from '../session.ts';

export async function showVerified(session: Session, { snapshot, state, read }: HeldSnapshot): Promise<ExitCode> {
  const problems: SnapshotProblem[] = [];
  let objects = 0;
  let bytes = 0;
  for await (const { reference } of heldObjects(snapshot, state.held, state.segments)) {
    session.signal.throwIfAborted();
    try {
      checkObject(sha256, reference, await read(objectPath(reference), reference.bytes));
      objects += 1;
      bytes += reference.bytes;
    } catch (error) {
      if (!(error instanceof SnapshotProblem)) throw error;
      problems.push(error);
    }
  }
  const isExpired = session.now() >= Date.parse(snapshot.manifest.expires);
  if (session.json) {
    const named = problems.map(({ code, message }) => ({ code, message }));
    session.printJson(
      JSON.stringify({ ...aboutSnapshot({ state, snapshot }), expired: isExpired, objects, bytes, problems: named }),
    );
  } else {
    session.print(
      `Signature and log are valid: ${counted(state.head.size, 'entry', 'entries')}, root ${rootOf(state)}`,
      `${counted(objects, 'object')} with ${counted(bytes, 'byte')} have their hash`,
      ...problems.map(({ code, message }) => `${message} (${code})`),
      ...(problems.length === 0
        ? []
        : ['', ...paragraph(session, 'almanac db pull gets again what is damaged or missing.')]),
      ...expiredLines(session, isExpired, snapshot.manifest.expires),
    );
  }
  return problems.length > 0 || isExpired ? EXIT.unknown : EXIT.clean;
}

export async function showStatus(
  session: Session,
  folder: string,
  { snapshot, state }: HeldSnapshot,
): Promise<ExitCode> {
  const { manifest } = snapshot;
  const isExpired = session.now() >= Date.parse(manifest.expires);
  const partitions = await partitionsOf({ snapshot, state });
  let bytes = 0;
  for await (const one of keptObjects(folder)) bytes += one.bytes;
  const segmentBytes = [...state.segments.values()].reduce((sum, own) => sum + own, 0);
  if (session.json) {
    const { sources, leftOut } = manifest;
    const about = aboutSnapshot({ state, snapshot });
    const segments = { held: state.segments.size, bytes: segmentBytes };
    const rest = { expired: isExpired, bytes, partitions, segments, sources, leftOut };
    session.printJson(JSON.stringify({ ...about, key: state.key, folder, ...rest }));
    return isExpired ? EXIT.unknown : EXIT.clean;
  }
  const others = manifest.partitions.flatMap(({ name }) => (state.held.has(name) ? [] : [name]));
  const rows = partitions.map(({ name, held, shards, keys, bytes: own, licences }) => [
    { text: name },
    { text: `${count(held)} of ${count(shards)}` },
    { text: count(own) },
    { text: count(keys) },
    { text: licences.join(', ') },
  ]);
  session.print(
    ...facts(session, [
      ['root', rootOf(state)],
      ['log', `${snapshot.checkpoint.origin}, ${counted(state.head.size, 'entry', 'entries')}`],
      ['published', `${instant(manifest.published)}, ${age(manifest.published, session.now())} ago`],
      ['expires', instant(manifest.expires)],
      ['pulled', `${instant(state.pulledAt)} from ${state.source}`],
      ['key', state.key],
      ['folder', `${folder}, ${counted(bytes, 'byte')}`],
      ...(state.segments.size === 0
        ? []
        : [['documents', `${counted(state.segments.size, 'segment')}, ${counted(segmentBytes, 'byte')}`] as const]),
    ]),
    '',
    ...table(COLUMNS, rows, session.width, session.colours.dim),
    ...(others.length === 0 ? [] : ['', ...paragraph(session, `Nothing is held of ${others.join(', ')}.`)]),
    ...expiredLines(session, isExpired, manifest.expires),
  );
  return isExpired ? EXIT.unknown : EXIT.clean;
}

const COLUMNS = [
  { head: 'Partition' },
  { head: 'Shards held' },
  { head: 'Bytes held' },
  { head: 'Names in it', mayGo: true },
  { head: 'Licences', least: 8, mayGo: true },
] as const;

async function partitionsOf({ snapshot, state }: Pick<HeldSnapshot, 'snapshot' | 'state'>) {
  const rows: {
    name: string;
    held: number;
    shards: number;
    bytes: number;
    keys: number;
    licences: readonly string[];
  }[] = [];
  for (const { name, keys, licences } of snapshot.manifest.partitions) {
    const part = state.held.get(name);
    if (part === undefined) continue;
    const { bits, shards } = (await snapshot.index(name)) ?? { bits: 0, shards: [] };
    const { prefixes } = dividedBy(bits, part);
    const held = prefixes === null ? shards : shards.filter((_, i) => prefixes.has(i));
    const bytes = held.reduce((sum, one) => sum + one.bytes, 0);
    rows.push({ name, held: held.length, shards: shards.length, bytes, keys, licences });
  }
  return rows;
}

export function aboutSnapshot({ state, snapshot }: Pick<HeldSnapshot, 'snapshot' | 'state'>) {
  const { published, expires } = snapshot.manifest;
  const { origin, size } = snapshot.checkpoint;
  return { origin, size, root: rootOf(state), published, expires, pulledAt: state.pulledAt, source: state.source };
}

export function rootOf({ head }: HeldSnapshot['state']): string {
  return Buffer.from(head.root).toString('hex');
}

function expiredLines(session: Session, isExpired: boolean, expires: string): string[] {
  if (!isExpired) return [];
  return [
    '',
    ...paragraph(
      session,
      `It has expired on ${instant(expires)}: almanac scan --offline refuses it. almanac db pull gets the newest one.`,
    ),
  ];
}
