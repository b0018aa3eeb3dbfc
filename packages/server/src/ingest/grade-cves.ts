import { CVE_GRADE_VERSION, cveGrade } from '@almanac/core/figures';
import { factsOf } from '../app/cve/facts-of-evidence.ts';
import { aliasesOfCves } from '../queries/cve-aliases-many.ts';
import { type KeptRecordOf, recordsOfCves } from '../queries/cve-evidence-many.ts';
import { type Documents, openDocuments } from '../queries/documents.ts';
import { idServiceAnswers } from '../queries/id-service-answers.ts';
import { beginGrading, type CveGrade, gradingProgress, keepGrades } from '../store/cve-quality.ts';
import type { Db } from '../store/database.ts';
import { type Follower, followCves, IDS } from './follow-cves.ts';

/** Judges the CVEs that changed since the last time, and at first all; resolves to how many. Goes on where it was cut off. */
export async function gradeCves(db: Db, signal: AbortSignal): Promise<number> {
  const documents = openDocuments();
  const follower: Follower<number> = {
    version: CVE_GRADE_VERSION,
    kinds: 'origins',
    progress: () => gradingProgress(db),
    begin: (first) => beginGrading(db, first),
    async keep(from, to, ids) {
      const grades: CveGrade[] = [];
      for (let at = 0; at < ids.length; at += IDS) {
        if (at > 0) signal.throwIfAborted();
        grades.push(...(await computeGrades(db, documents, ids.slice(at, at + IDS))));
      }
      await keepGrades(db, from, to, ids, grades);
    },
  };
  return (await followCves(db, follower, signal)).seen;
}

async function computeGrades(db: Db, documents: Documents, ids: readonly string[]): Promise<CveGrade[]> {
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
