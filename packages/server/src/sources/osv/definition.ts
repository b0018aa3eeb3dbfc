import { z } from 'zod';
import { Url } from '../../platform/settings.ts';
import { defineSource, HOUR, MINUTE } from '../define-source.ts';

export interface OsvAddresses {
  readonly bucketUrl: string;
  readonly apiUrl: string;
  /** Ecosystems as the bucket spells them; all by default. */
  readonly ecosystems?: readonly string[] | undefined;
  /** Fill the store from the single archive of everything. */
  readonly wholeArchive?: boolean | undefined;
  /** How many bytes of the list to request, step by step, before requesting all of it. */
  readonly listHeads?: readonly number[] | undefined;
}

export const osvDefinition = defineSource({
  id: 'osv',
  number: 3,
  info: {
    name: 'OSV',
    kind: 'vulnerabilities',
    home: 'https://osv.dev',
    licence: 'that of each home database',
    attribution: 'The home database of each record, by way of OSV (https://osv.dev)',
    redistribute: true,
    cadenceSeconds: 15 * MINUTE,
    expectedChangeSeconds: 6 * HOUR,
    reconciliation: { by: 'sweep', everyHours: 24 },
  },
  settings: {
    OSV_BUCKET_URL: Url.default('https://storage.googleapis.com/osv-vulnerabilities/').describe('The archives of OSV.'),
    OSV_API_URL: Url.default('https://api.osv.dev').describe('The API of OSV, for one record.'),
    OSV_ECOSYSTEMS: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
      .describe('Ecosystems of OSV that are read, comma-separated, as OSV spells them: PyPI,npm. Empty: all.'),
  },
  address: (settings): OsvAddresses => ({
    bucketUrl: settings.OSV_BUCKET_URL,
    apiUrl: settings.OSV_API_URL,
    ecosystems: settings.OSV_ECOSYSTEMS.length === 0 ? undefined : settings.OSV_ECOSYSTEMS,
  }),
  schedule: [
    { channel: 'delta', match: '8,23,38,53 * * * *', catchUpMinutes: 15 },
    { channel: 'sweep', match: '20 3 * * *', catchUpMinutes: 720 },
  ],
  canaries: [
    {
      key: 'GHSA-jfh8-c2jp-5v3q',
      says: [{ path: 'affected.*.package.name', is: 'org.apache.logging.log4j:log4j-core' }],
    },
  ],
  recordUrl: (id) => `https://osv.dev/vulnerability/${id}`,
});
