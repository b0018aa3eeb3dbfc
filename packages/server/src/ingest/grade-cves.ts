import { CVE_GRADE_VERSION, cveGrade } from '@almanac/core/figures';
import { factsOf } from '../app/cve/facts-of-evidence.ts';
import { changesHead } from '../queries/change-numbers.ts';
import { changesAfter } from '../queries/changes.ts';
import { aliasesOfCves } from '../queries/cve-aliases-many.ts';
import { type KeptRecordOf, recordsOfCves } from '../queries/cve-evidence-many.ts';
import { cveIdsAfter, cveIdsTouched } from '../queries/cve-ids-after.ts';
import { type Documents, openDocuments } from '../queries/documents.ts';
import { idServiceAnswers } from '../queries/id-service-answers.ts';
import {
  beginGrading,
  type CveGrade,
  type GradingProgress,
  gradingProgress,
  keepGrades,
} from '../store/cve-quality.ts';
import type { Db } from '../store/database.ts';

/** Before the first CVE id, whatever the order of texts. */
const BEFORE_ALL = 'CVE-';

/** Ids whose documents are in memory at once: ten kilobytes each, a few megabytes where distributions repeat a record often. */
const IDS = 100;
const CHANGES = 200;

/** Judges the CVEs that changed since the last time, and at first all; resolves to how many. Goes on where it was cut off. */
export async function gradeCves(db: Db, signal: AbortSignal): Promise<number> {
  const documents = openDocuments();
  let progress = await begun(db);
  let judged = 0;

  while (progress.afterId !== null) {
    signal.throwIfAborted();
    const ids = await cveIdsAfter(db, progress.afterId, IDS);
    const next: GradingProgress = { ...progress, afterId: ids.length < IDS ? null : (ids.at(-1) ?? null) };
    await keepGrades(db, progress, next, ids, await gradesOf(db, documents, ids));
    progress = next;
    judged += ids.length;
  }

  for (;;) {
    signal.throwIfAborted();
    const { changes, position } = await changesAfter(db, progress.position, CHANGES);
    if (position === null || position === progress.position) return judged;
    const records = changes.filter(({ source }) => source !== 'epss').map(({ recordId }) => recordId);
    const ids = await cveIdsTouched(db, [...new Set(records)]);
    const grades: CveGrade[] = [];
    for (let from = 0; from < ids.length; from += IDS) {
      signal.throwIfAborted();
      grades.push(...(await gradesOf(db, documents, ids.slice(from, from + IDS))));
    }
    const next: GradingProgress = { ...progress, position };
    await keepGrades(db, progress, next, ids, grades);
    progress = next;
    judged += ids.length;
  }
}

/** Where to go on; at the beginning where nothing was judged yet, or by other rules, or in another cluster, whose numbers are others. */
async function begun(db: Db): Promise<GradingProgress> {
  const head = await changesHead(db);
  const progress = await gradingProgress(db);
  if (progress !== null && progress.version === CVE_GRADE_VERSION && txOf(progress.position) <= txOf(head))
    return progress;
  const first: GradingProgress = { version: CVE_GRADE_VERSION, afterId: BEFORE_ALL, position: head };
  await beginGrading(db, first);
  return first;
}

function txOf(position: string): bigint {
  return BigInt(position.split('.', 1)[0] ?? '0');
}

async function gradesOf(db: Db, documents: Documents, ids: readonly string[]): Promise<CveGrade[]> {
  const kept = await recordsOfCves(db, ids);
  const raws = await documents.unpack(
    db,
    kept.map(({ packed }) => packed),
  );
  const records = kept.map((record, at) => parsed(record, raws[at] ?? Buffer.alloc(0)));
  const byCve = Map.groupBy(records, ({ cveId }) => cveId);
  const aliases = await aliasesOfCves(db, ids);
  const services = await idServiceAnswers(db, ids);
  return ids.flatMap((cveId) => {
    // A score alone describes nothing that could be graded, and an announcement neither: both are left out.
    const facts = { epss: null, announcedAt: null, idService: services.get(cveId) ?? null };
    const grade = cveGrade(factsOf(cveId, facts, byCve.get(cveId) ?? [], aliases.get(cveId)));
    return grade === null ? [] : [{ cveId, ...grade }];
  });
}

function parsed({ sha256, ...record }: KeptRecordOf, raw: Buffer) {
  return { ...record, sha256: sha256.toString('hex'), value: JSON.parse(raw.toString()) as unknown };
}
