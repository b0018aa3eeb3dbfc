import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { DateInput } from '../objects/date-input.ts';
import { ClockInput } from '../objects/past.ts';
import { SbomResult } from '../objects/sbom.ts';
import { SbomThenAndNow } from '../objects/sbom-then-and-now.ts';
import { UnknownReason, Verdict } from '../objects/verdict.ts';
import {
  EXAMPLE_BESIDE,
  EXAMPLE_FORMATS,
  EXAMPLE_RESULT,
  EXAMPLE_SBOM,
  EXAMPLE_THEN_AND_NOW,
} from './sbom-examples.ts';

const MOST_BYTES = 20 << 20;
/** Without a key only 1,000 components are examined, which fit into less. */
const MOST_WITHOUT_KEY = 2 << 20;
const HOUR = 3_600;

/** Media types for SBOMs, in addition to JSON. */
export const SBOM_MEDIA: readonly string[] = [
  'application/vnd.cyclonedx+json',
  'application/vnd.cyclonedx+xml',
  'application/spdx+json',
  'application/ld+json',
  'application/xml',
  'text/xml',
  'text/spdx',
  'text/plain',
];

const Document = z
  .union([z.looseObject({}), z.string()])
  .describe('The document, or its text. Send XML and tag-value as text.');

const DecisionDocument = z.union([z.looseObject({}), z.string()]);

const Decisions = z
  .union([DecisionDocument, z.array(DecisionDocument).max(20)])
  .describe(
    'Decisions for this request: the text of an `almanac.toml`, a VEX document (OpenVEX, CycloneDX or CSAF), or several. Up to 1 MiB.',
  );

const Judged = Coverage.extend({
  unknownReasons: z.array(UnknownReason).optional(),
  verdict: Verdict,
  verdictReason: z.string(),
});

/** Spec 4.10; members by decision. */
export const postSbom = endpoint({
  id: 'postSbom',
  method: 'POST',
  path: '/sbom',
  area: 'sbom',
  summary: 'Find vulnerabilities in an SBOM. Nothing is stored',
  query: z.object({
    format: z
      .enum(['json', 'openvex', 'cyclonedx-vex', 'sarif'])
      .default('json')
      .describe('Formats other than `json` return the bare document. Unknown is reported as `under_investigation`.'),
    view: z.enum(['findings', 'all']).default('findings').describe('`all` also lists components without findings.'),
  }),
  body: z
    .object({ sbom: Document, decisions: Decisions.optional() })
    .describe(
      'The document itself, or in `sbom`: CycloneDX 1.2 to 1.7, SPDX 2.2, 2.3 and 3.0, and Nix store paths and derivations as Nix prints them. Up to 20 MiB and 50,000 components.',
    ),
  rawBody: { media: SBOM_MEDIA, limit: MOST_BYTES },
  data: SbomResult,
  envelopeFields: Judged,
  cache: 0,
  rate: 'general',
  weights: [{ unit: 'components', perRequest: 1_000 }],
  auth: 'bearer',
  otherMedia: ['application/ld+json', 'application/vnd.cyclonedx+json', 'application/sarif+json'],
  errors: ['SBOM_INVALID', 'SBOM_TOO_MANY_COMPONENTS', 'SBOM_TOO_COSTLY'],
  example: EXAMPLE_RESULT,
  exampleEnvelopeFields: EXAMPLE_BESIDE,
  exampleBody: { sbom: EXAMPLE_SBOM },
});

/** Spec 4.10. */
export const postSbomTimeTravel = endpoint({
  id: 'postSbomTimeTravel',
  method: 'POST',
  path: '/sbom/time-travel',
  area: 'sbom',
  summary: "Compare an SBOM's vulnerabilities on a past date with today's",
  query: z.object({ clock: ClockInput }),
  body: z.object({ sbom: Document, date: DateInput.describe('An instant, or a date, meaning its end (UTC).') }),
  rawBody: { media: [], limit: MOST_BYTES, limitWithoutKey: MOST_WITHOUT_KEY },
  data: SbomThenAndNow,
  envelopeFields: Judged,
  cache: 0,
  rate: 'general',
  weights: [{ unit: 'components', perRequest: 1_000 }],
  errors: ['SBOM_INVALID', 'SBOM_TOO_MANY_COMPONENTS', 'SBOM_TOO_COSTLY', 'AUTH_REQUIRED'],
  example: EXAMPLE_THEN_AND_NOW,
  exampleEnvelopeFields: EXAMPLE_BESIDE,
  exampleBody: { sbom: EXAMPLE_SBOM, date: '2024-10-24' },
});

const Count = z.int().nonnegative();

/** Spec 4.10. */
export const getSbomFormats = endpoint({
  id: 'getSbomFormats',
  method: 'GET',
  path: '/sbom/formats',
  area: 'sbom',
  summary: 'List supported SBOM formats and package URL types',
  data: z
    .object({
      formats: z.array(
        z.object({
          format: z.enum(['cyclonedx', 'spdx', 'nix']),
          encoding: z.enum(['json', 'xml', 'tag-value', 'json-ld', 'text', 'dot']),
          specVersions: z.array(z.string()),
        }),
      ),
      mediaTypes: z.array(z.string()).describe('Accepted values of `Content-Type`.'),
      answers: z.array(z.object({ format: z.string(), mediaType: z.string() })),
      limits: z.object({ bytes: Count, components: Count, componentsWithoutKey: Count, depth: Count }),
      purlTypes: z.array(
        z.object({
          type: z.string(),
          matched: z.boolean().describe('Whether a source covers packages of this type.'),
          byVersion: z.boolean().describe('Whether versions are compared by the rules of the ecosystem.'),
          ecosystems: z.array(z.string()).describe('The OSV ecosystem names.'),
          reason: z.string().optional().describe('Why the type is not matched, or how it is matched.'),
        }),
      ),
    })
    .meta({ id: 'SbomFormats' }),
  cache: HOUR,
  rate: 'general',
  example: EXAMPLE_FORMATS,
});
