import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Paged } from './paging.ts';
import { Sha256 } from './sha256.ts';
import { SourceId } from './source-id.ts';
import { Proof, UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();
const Rated = z.enum(['critical', 'high', 'medium', 'low', 'none']).nullable();

export const GraphStats = z
  .object({
    snapshot: z.string().describe('Identifies the state that was counted.'),
    nodes: z.object({ cve: Count, package: Count, weakness: Count, advisory: Count }),
    packagesByEcosystem: z.array(
      z.object({ ecosystem: z.string().nullable().describe('Null for products.'), count: Count }),
    ),
    edges: z.object({ affects: Count, aliases: Count, 'has-weakness': Count, 'depends-on': Count }),
    computedAt: Timestamp,
  })
  .meta({ id: 'GraphStats' });
export type GraphStats = z.infer<typeof GraphStats>;

const GraphPackage = z.object({
  ecosystem: z.string().nullable().describe('The OSV ecosystem name; null for a product.'),
  vendor: z.string().nullable(),
  name: z.string(),
});

/** Asserted packages come from records; nixpkgs attributes come from matching. */
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
        confidence: z.enum(['high', 'medium', 'low']).nullable().describe('Null if nothing matches.'),
        reason: z.string(),
        dependents: z
          .object({ direct: Count, transitive: Count })
          .nullable()
          .describe('Number of packages that a change rebuilds; null if unknown.'),
      }),
    ),
    unknownReasons: z
      .array(UnknownReason)
      .optional()
      .describe('`limit_reached`: the CVE names more products than are looked up, so `collection` may be incomplete.'),
    total: Count.describe('Packages, shown or not.'),
    truncated: z.boolean(),
  })
  .meta({ id: 'GraphAffected' });
export type GraphAffected = z.infer<typeof GraphAffected>;

export const GraphRelated = z
  .object({
    id: CveId,
    packages: z.array(GraphPackage).describe('The packages it affects, up to a limit.'),
    weaknesses: z.array(z.string()),
    related: z.array(
      z.object({
        id: CveId,
        title: z.string().nullable(),
        severity: Rated,
        score: z.number().describe('How much the CVEs share. Rare packages and weaknesses weigh more.'),
        shared: z.object({ packages: z.array(GraphPackage), weaknesses: z.array(z.string()) }),
      }),
    ),
    truncated: z.boolean().describe('Only some of the related CVEs were examined.'),
  })
  .meta({ id: 'GraphRelated' });
export type GraphRelated = z.infer<typeof GraphRelated>;

export const GraphVulns = Paged.extend({
  package: z.string(),
  ecosystem: z.string().describe('`all` if none was given.'),
  version: z.string().describe('`any` if none was given.'),
  vulnerabilities: z.array(
    z.object({
      id: z.string().describe('The CVE ID, if it has one.'),
      aliases: z.array(z.string()),
      severity: Rated,
      verdict: Verdict.describe('The verdict for this vulnerability and version.'),
      edges: z.array(
        GraphPackage.extend({
          source: SourceId,
          record: z.string(),
          sha256: Sha256.describe('Hash of the record: `GET /evidence/:sha256`.'),
          range: z.string().describe('In words.'),
          fixedIn: z.array(z.string()),
          verdict: Verdict,
        }),
      ),
    }),
  ),
  truncated: z.boolean().describe('Only some of the records were read.'),
}).meta({ id: 'GraphVulns' });
export type GraphVulns = z.infer<typeof GraphVulns>;

export const GraphTransitive = Paged.extend({
  package: z.string(),
  attribute: z.string().nullable().describe('The nixpkgs attribute; null if there is none of this name.'),
  snapshot: z.string().nullable().describe('The dependency snapshot; null if there is none.'),
  dependencies: z.object({
    reached: Count.describe('The package and its direct and transitive dependencies.'),
    examined: Count.describe('Packages with a known version and identity, which could be checked.'),
    unnamed: Count.describe('Direct inputs without a package. Their dependencies are unknown.'),
    depth: Count,
  }),
  findings: z.array(
    z.object({
      id: z.string(),
      severity: Rated,
      attribute: z.string(),
      version: z.string().nullable(),
      path: z.array(z.string()).describe('A shortest path from the package to the attribute, including both.'),
      by: z
        .enum(['declared', 'language', 'collection', 'name'])
        .describe('An identifier declared in nixpkgs, the name in its language, nixpkgs itself, or a name and vendor.'),
      confidence: z.enum(['high', 'medium', 'low']).optional().describe('As in `/vulns`.'),
      sources: z.array(z.string()),
      fixedIn: z.string().nullable(),
      proof: Proof,
    }),
  ),
  truncated: z.boolean(),
}).meta({ id: 'GraphTransitive' });
export type GraphTransitive = z.infer<typeof GraphTransitive>;

export const WeaknessCves = Paged.extend({
  id: z.string(),
  cves: z.array(
    z.object({
      id: CveId,
      title: z.string().nullable(),
      severity: Rated,
      published: Timestamp.nullable(),
      sources: z.array(SourceId).describe('Sources that assign the weakness.'),
    }),
  ),
}).meta({ id: 'WeaknessCves' });
export type WeaknessCves = z.infer<typeof WeaknessCves>;
