import { z } from 'zod';

export const NucleiTemplate = z.object({
  ID: z.string().regex(/^[\w.-]{1,100}$/, 'expected the id of a template'),
  Info: z.object({ Name: z.string() }),
});
