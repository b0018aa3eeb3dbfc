import { csafAdvisory, csafPath, csafProvider, type DatedAdvisory, type Publisher } from '@almanac/core/publishing';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { jsonBytes, writeChanged } from './files.ts';

const FOLDER = 'collection/csaf';
const INDEX = `${FOLDER}/index.txt`;
const PATH = /^\d{4}\/almanac-cve-\d{4}-\d{4,19}\.json$/;

/** Publishes the advisories as CSAF, with the lists that section 7.1 names. A document without an advisory any more is removed. */
export async function publishCsaf(
  target: SnapshotTarget,
  publisher: Publisher,
  advisories: readonly DatedAdvisory[],
): Promise<number> {
  const before = Buffer.from((await target.read(INDEX)) ?? '')
    .toString()
    .split('\n')
    .filter((path) => PATH.test(path));
  const written = new Map<string, string>();
  for (const advisory of advisories) {
    const document = csafAdvisory(advisory, publisher);
    if (document === null) continue;
    const path = csafPath(advisory);
    await writeChanged(target, `${FOLDER}/${path}`, jsonBytes(document));
    written.set(path, advisory.modified);
  }
  const newest = [...written].toSorted((a, b) => (a[1] === b[1] ? (a[0] < b[0] ? -1 : 1) : a[1] < b[1] ? 1 : -1));
  const changes = newest.map(([path, modified]) => `"${path}","${modified}"\n`).join('');
  await writeChanged(target, `${FOLDER}/changes.csv`, Buffer.from(changes));
  await writeChanged(
    target,
    INDEX,
    Buffer.from(
      [...written.keys()]
        .toSorted()
        .map((path) => `${path}\n`)
        .join(''),
    ),
  );
  for (const path of before) if (!written.has(path)) await target.remove(`${FOLDER}/${path}`);
  const updated = newest[0]?.[1] ?? new Date(0).toISOString();
  const provider = csafProvider(publisher, FOLDER, updated);
  await writeChanged(target, '.well-known/csaf/provider-metadata.json', jsonBytes(provider));
  return written.size;
}
