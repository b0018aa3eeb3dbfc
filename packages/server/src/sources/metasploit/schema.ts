import { z } from 'zod';

/** Only the members we use. A module without references has an empty list; one with an unreadable list is set aside. */
export const MetasploitModule = z.object({
  name: z.string().nullable(),
  references: z.array(z.string()).default([]),
  mod_time: z.string().catch(''),
});
