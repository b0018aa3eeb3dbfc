import { Url } from '../../platform/settings.ts';
import { defineSource } from '../define-source.ts';

export interface RepologyAddresses {
  readonly url: string;
  /** Where its owner finds out who asks, and whom to tell: agents without such a link are refused. */
  readonly contact: string | undefined;
}

export const repologyDefinition = defineSource({
  id: 'repology',
  number: 12,
  info: {
    name: 'Repology',
    kind: 'packages',
    home: 'https://repology.org',
    // The terms of its API name no licence of the data: its answers are used, not passed on.
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
      'Where upstreams find out who asks them; Repology refuses agents without it. Default: SITE_URL.',
    ),
  },
  address: (settings, site): RepologyAddresses => ({
    url: settings.REPOLOGY_URL,
    contact: settings.CONTACT_URL ?? site,
  }),
  schedule: [],
  canaries: [],
});
