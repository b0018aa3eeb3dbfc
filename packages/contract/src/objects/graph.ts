import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Paged } from './paging.ts';
import { Sha256 } from './sha256.ts';
import { SourceId } from './source-id.ts';
import { Proof, UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();
/** Null where nobody rates it. */
const Rated = z.enum(['critical', 'high', 'medium', 'low', 'none']).nullable();

/** How many nodes and edges of each kind there are. */
export const GraphStats = z
  .object({
    snapshot: z.string().describe('Names the state that was counted.'),
    nodes: z.object({ cve: Count, package: Count, weakness: Count, advisory: Count }),
    packagesByEcosystem: z.array(
      z.object({ ecosystem: z.string().nullable().describe('Null: products, which have none.'), count: Count }),
    ),
    edges: z.object({ affects: Count, aliases: Count, 'has-weakness': Count, 'depends-on': Count }),
    computedAt: Timestamp,
  })
  .meta({ id: 'GraphStats' });
export type GraphStats = z.infer<typeof GraphStats>;

const GraphPackage = z.object({
  ecosystem: z.string().nullable().describe('As OSV spells it; null: a product.'),
  vendor: z.string().nullable(),
  name: z.string(),
});

/** What a CVE affects: packages by what sources assert, and attributes of the collection by matching. */
export const GraphAffected = z
  .object({
    id: CveId,
    packages: z.array(
      GraphPackage.extend({
        purl: z.string().nullable(),
        range: z.string().describe('In words.'),
        fixedIn: z.array(z.string()),
        source: SourceId,
        records: z.array(z.string()),
      }),
    ),
    collection: z.array(
      z.object({
        attribute: z.string(),
        channel: z.string(),
        version: z.string().nullable(),
        verdict: Verdict,
        unknownReasons: z.array(UnknownReason).optional(),
        fixedIn: z.string().nullable().optional(),
        confidence: z.enum(['high', 'medium', 'low']).nullable().describe('Null: nothing matches it.'),
        reason: z.string(),
        dependents: z
          .object({ direct: Count, transitive: Count })
          .nullable()
          .describe('Packages that a change to it rebuilds; null: not known.'),
      }),
    ),
    unknownReasons: z
      .array(UnknownReason)
      .optional()
      .describe('`limit_reached`: more products are named than are looked up; `collection` may lack packages.'),
    total: Count.describe('Packages, shown or not.'),
    truncated: z.boolean(),
  })
  .meta({ id: 'GraphAffected' });
export type GraphAffected = z.infer<typeof GraphAffected>;

/** CVEs that have packages or weaknesses in common with one. */
export const GraphRelated = z
  .object({
    id: CveId,
    packages: z.array(GraphPackage).describe('What it affects, as far as it was looked at.'),
    weaknesses: z.array(z.string()),
    related: z.array(
      z.object({
        id: CveId,
        title: z.string().nullable(),
        severity: Rated,
        score: z.number().describe('What it has in common; what few share weighs more.'),
        shared: z.object({ packages: z.array(GraphPackage), weaknesses: z.array(z.string()) }),
      }),
    ),
    truncated: z.boolean().describe('More share something with it than were looked at.'),
  })
  .meta({ id: 'GraphRelated' });
export type GraphRelated = z.infer<typeof GraphRelated>;

/** Vulnerabilities that records assert of exactly this package. */
export const GraphVulns = Paged.extend({
  package: z.string(),
  ecosystem: z.string().describe('`all` when none was given.'),
  version: z.string().describe('`any` when none was given.'),
  vulnerabilities: z.array(
    z.object({
      id: z.string().describe('The CVE id where it has one.'),
      aliases: z.array(z.string()),
      severity: Rated,
      verdict: Verdict.describe('Of this vulnerability for the version.'),
      edges: z.array(
        GraphPackage.extend({
          source: SourceId,
          record: z.string(),
          sha256: Sha256.describe('The bytes of the record: `GET /evidence/:sha256`.'),
          range: z.string().describe('In words.'),
          fixedIn: z.array(z.string()),
          verdict: Verdict,
        }),
      ),
    }),
  ),
  truncated: z.boolean().describe('The name has more records than were read.'),
}).meta({ id: 'GraphVulns' });
export type GraphVulns = z.infer<typeof GraphVulns>;

/** Vulnerabilities of what a package of the collection is built from. */
export const GraphTransitive = Paged.extend({
  package: z.string(),
  attribute: z.string().nullable().describe('Of the collection; null: it has none of this name.'),
  snapshot: z.string().nullable().describe('Of the dependencies; null: none are known.'),
  dependencies: z.object({
    reached: Count.describe('Packages that it is built from, directly or not, itself included.'),
    examined: Count.describe(
      'Those with a version and an identity that are known well enough to check them against records.',
    ),
    unnamed: Count.describe('Direct inputs of these that have no package: what lies behind them is not known.'),
    depth: Count,
  }),
  findings: z.array(
    z.object({
      id: z.string(),
      severity: Rated,
      attribute: z.string(),
      version: z.string().nullable(),
      path: z.array(z.string()).describe('A shortest one, from the package to the attribute, both included.'),
      by: z
        .enum(['declared', 'language', 'collection', 'name'])
        .describe(
          'An identifier that the collection declares, the name in its language, the collection itself, or a name and a maker.',
        ),
      confidence: z.enum(['high', 'medium', 'low']).optional().describe('As `/vulns` gives it.'),
      sources: z.array(z.string()),
      fixedIn: z.string().nullable(),
      proof: Proof,
    }),
  ),
  truncated: z.boolean(),
}).meta({ id: 'GraphTransitive' });
export type GraphTransitive = z.infer<typeof GraphTransitive>;

/** CVEs of a weakness. */
export const WeaknessCves = Paged.extend({
  id: z.string(),
  cves: z.array(
    z.object({
      id: CveId,
      title: z.string().nullable(),
      severity: Rated,
      published: Timestamp.nullable(),
      sources: z.array(SourceId).describe('Who says that it has the weakness.'),
    }),
  ),
}).meta({ id: 'WeaknessCves' });
export type WeaknessCves = z.infer<typeof WeaknessCves>;
