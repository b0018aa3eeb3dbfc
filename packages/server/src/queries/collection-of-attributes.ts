import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import type { HealthEntry } from './health/entries.ts';

/** The attribute's facts that can be compared with records. */
export type CarriedAttribute = Omit<HealthEntry, 'recordId' | 'pname' | 'maintainers' | 'elsewhere'>;

/** The channel that evaluations are made of. */
const ROLLING = 'nixos-unstable';

/** Each attribute as the rolling channel has it, else as the channel of the last name does. */
export async function collectionOfAttributes(
  db: Db,
  attributes: readonly string[],
): Promise<readonly CarriedAttribute[]> {
  const { rows } = await sql<CarriedAttribute>`
    select distinct on (attribute) attribute, channel, version, ecosystem, ecosystem_name as "ecosystemName", cpes, purls,
           known_vulnerabilities as "knownVulnerabilities", patched
    from collection_package
    where attribute = any(${texts(attributes)}) and known_to is null
    order by attribute, channel = ${ROLLING} desc, channel desc`.execute(db);
  return rows;
}
