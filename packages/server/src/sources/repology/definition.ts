import { Url } from '../../platform/settings.ts';
import { defineSource } from '../define-source.ts';

export interface RepologyAddresses {
  readonly url: string;
  /** The client's repository with an issue tracker: Repology blocks agents without such a link. */
  readonly contact: string;
}

export const repologyDefinition = defineSource({
  id: 'repology',
  number: 12,
  info: {
    name: 'Repology',
    kind: 'packages',
    home: 'https://repology.org',
    // Its terms name no licence, so the data is used but not passed on.
    licence: null,
    attribution: null,
    redistribute: false,
    cadenceSeconds: null,
    expectedChangeSeconds: null,
    reconciliation: { by: 'on_demand', everyHours: null },
  },
  settings: {
    REPOLOGY_URL: Url.default('https://repology.org').describe('The version aggregator.'),
    CONTACT_URL: Url.optional().describe(
      'The repository of this deployment, with an issue tracker, for upstreams that want to reach you. Repology is not read without it.',
    ),
  },
  address: ({ REPOLOGY_URL: url, CONTACT_URL: contact }): RepologyAddresses | undefined =>
    contact === undefined ? undefined : { url, contact },
  notReadBecause: 'CONTACT_URL is not set: Repology asks its clients for a link to their repository and issue tracker.',
  schedule: [],
  canaries: [],
});
