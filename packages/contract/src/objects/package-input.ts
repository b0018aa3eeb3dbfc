import * as z from 'zod';

export const PackageInput = z
  .string()
  .max(512)
  .refine((name) => name.trim() !== '', { error: 'expected a package name' })
  .describe(
    'The name as its ecosystem writes it: `lodash`, `@babel/core`, `github.com/gin-gonic/gin`, `org.apache:commons`.',
  )
  .meta({ examples: ['lodash'] });

/** Responses use `all` for no ecosystem. */
export const EcosystemInput = z
  .string()
  .min(1)
  .max(100)
  .transform((ecosystem) => (ecosystem === 'all' ? undefined : ecosystem))
  .optional();

/** Responses use `any` for no version. Longer text is never a version. */
export const VersionInput = z
  .string()
  .min(1)
  .max(256)
  .transform((version) => (version === 'any' ? undefined : version))
  .optional();
