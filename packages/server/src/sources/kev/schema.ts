import { z } from 'zod';

/** Only the members we serve; the catalogue has more and gains new ones without notice (kev-data issue 11). */
export const KevEntry = z.object({
  cveID: z.string().regex(/^CVE-\d{4}-\d{4,19}$/, 'expected a CVE id'),
  vendorProject: z.string(),
  product: z.string(),
  vulnerabilityName: z.string(),
  dateAdded: z.iso.date(),
  dueDate: z.iso.date(),
  requiredAction: z.string(),
  shortDescription: z.string().catch(''),
  knownRansomwareCampaignUse: z.enum(['Known', 'Unknown']).catch('Unknown'),
  notes: z.string().catch(''),
  cwes: z.array(z.string()).catch([]),
});
export type KevEntry = z.infer<typeof KevEntry>;

export const KevCatalogue = z.object({
  dateReleased: z.iso.datetime({ offset: true }),
  count: z.int().nonnegative(),
});
export type KevCatalogue = z.infer<typeof KevCatalogue>;

/** The release date detects older copies; the tag makes requests conditional. */
export const KevPosition = z.object({
  etag: z.string().nullable(),
  released: z.string().nullable(),
  /** When CISA stopped responding and the mirror took over; null while CISA responds. */
  mirrorSince: z.iso.datetime().nullable().default(null),
});
export type KevPosition = z.infer<typeof KevPosition>;
