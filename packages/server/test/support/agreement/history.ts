import type { CorpusWorld } from '../corpus/world.ts';
import type { Agreement } from './index.ts';
import { answered, type Json, type Told } from './interfaces.ts';
import type { AskedPair } from './pairs.ts';

/**
 * What the history of a package says of the version that a channel has: severities are those of the matches, and where it has the version
 * without a vulnerability, the version is not affected.
 */
export async function compareHistory(
  world: CorpusWorld,
  agreement: Agreement,
  pair: AskedPair,
  { findings, parsed }: Told,
): Promise<void> {
  const name = '/package/:name/history';
  const ofEcosystem = pair.kind === 'ecosystem';
  if (ofEcosystem && parsed?.ecosystem == null) return;
  const asked = ofEcosystem ? (parsed?.package ?? '') : pair.attribute;
  const query = new URLSearchParams({ limit: '500', ...(ofEcosystem ? { ecosystem: parsed?.ecosystem ?? '' } : {}) });
  const path = `/api/v1/package/${encodeURIComponent(asked)}/history?${query.toString()}`;
  const { vulnerabilities } = (await answered(world.get(path), path)).body['data'];
  const known = new Map(findings.map((finding) => [finding.id, finding]));
  for (const { id, severity, collection } of vulnerabilities as Json[]) {
    const same = known.get(id);
    if (same !== undefined) agreement.expectSame(name, pair, `${id} severity`, same['severity'] ?? 'unknown', severity);
    if (ofEcosystem || !pair.carried) continue;
    const isWithout = collection.some(
      (each: Json) => each.attribute === pair.attribute && each.version === pair.version,
    );
    if (isWithout) agreement.expectSame(name, pair, `${id} affected`, false, same?.['status'] === 'affected');
  }
}
