export interface Assigner {
  /** Absent if unknown. */
  readonly orgId?: string;
  readonly shortName: string;
  /** NVD's name for it; absent if unknown. */
  readonly email?: string;
}

/** Invented CNAs. */
const ASSIGNERS = {
  tidewater: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e01',
    shortName: 'tidewater',
    email: 'psirt@tidewater.example',
  },
  quillforge: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e02',
    shortName: 'Quillforge',
    email: 'cve@quillforge.example',
  },
  larkspur: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e03',
    shortName: 'larkspur-networks',
    email: 'psirt@larkspur.example',
  },
  openledge: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e04',
    shortName: 'OpenLedge',
    email: 'security@openledge.example',
  },
  kernelfold: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e05',
    shortName: 'Kernelfold',
    email: 'cve@kernelfold.example',
  },
  lastresort: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e06',
    shortName: 'last-resort',
    email: 'cve@lastresort.example',
  },
  pluginwatch: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e07',
    shortName: 'Pluginwatch',
    email: 'cna@pluginwatch.example',
  },
  codeharbour: {
    orgId: '5e0c1a52-90d1-4d8e-9a2b-7d1f3b6c0e08',
    shortName: 'Codeharbour_M',
    email: 'cna@codeharbour.example',
  },
} as const satisfies Record<string, Assigner>;

export type AssignerName = keyof typeof ASSIGNERS;

export function assignerOf({ assigner }: { readonly assigner: AssignerName | Assigner }): Assigner {
  return typeof assigner === 'string' ? ASSIGNERS[assigner] : assigner;
}
