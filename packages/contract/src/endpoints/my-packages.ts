import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { JsonFeed, MyPackages } from '../objects/my-packages.ts';
import type { Weight } from '../rates.ts';

const FIVE_MINUTES = 300;
const TIME = '2026-11-15T08:23:00.000Z';

/** A test compares these with core's limits. */
export const LIST_BOUNDS = {
  address: 100,
  addressCharacters: 4_000,
  request: 1_000,
  collection: 100,
  entry: 1_000,
} as const;

const Maintainer = z.string().min(1).max(100).describe("A nixpkgs maintainer's login, to list their packages.");

/** A nixpkgs version takes more queries than a package URL. */
export const LIST_WEIGHTS: readonly Weight[] = [
  { unit: 'nixpkgs versions', perRequest: 20 },
  { unit: 'package URLs', perRequest: 100 },
];

const ListQuery = z.object({
  packages: z
    .string()
    .max(LIST_BOUNDS.addressCharacters)
    .optional()
    .describe(
      `Up to ${LIST_BOUNDS.address} nixpkgs package names, with or without a version, and package URLs, separated by commas.`,
    )
    .meta({ examples: ['curl,openssl@3.0.7,pkg:npm/lodash@4.17.20'] }),
  maintainer: Maintainer.optional(),
});

/** The data behind the page `/my`. A name without a version means the versions in channels. */
export const postMyPackages = endpoint({
  id: 'postMyPackages',
  method: 'POST',
  path: '/my',
  area: 'packages',
  summary: 'List what needs attention in a set of packages, worst first',
  body: z.object({
    packages: z
      .array(z.string().min(1).max(LIST_BOUNDS.entry))
      .min(1)
      .max(LIST_BOUNDS.request)
      .optional()
      .describe(
        `nixpkgs package names (\`curl\`, \`curl@8.4.0\`; at most ${LIST_BOUNDS.collection}) and package URLs. Duplicates are answered once.`,
      ),
    maintainer: Maintainer.optional(),
  }),
  data: MyPackages,
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  weights: LIST_WEIGHTS,
  example: {
    sentence: '1 of 1 package needs attention.',
    totals: { packages: 1, affected: 1, unknown: 0, notAffected: 0, noneKnown: 0 },
    left: 0,
    rows: [
      {
        asked: 'pkg:npm/lodash@4.17.20',
        package: 'lodash',
        ecosystem: 'npm',
        version: '4.17.20',
        channels: [],
        verdict: 'affected',
        verdictReason: 'This version has 1 known vulnerability.',
        unknownReasons: [],
        total: 1,
        findings: [
          {
            id: 'CVE-2021-23337',
            confidence: 'high',
            status: 'affected',
            severity: 'high',
            affectedVersions: 'before 4.17.21',
            fixedIn: '4.17.21',
            sources: ['osv'],
            kev: false,
            epss: 0.0084,
            exploitation: 'poc',
            published: '2021-02-15T12:15:00.000Z',
            listedSince: '2021-02-15T13:40:00.000Z',
          },
        ],
        fix: { version: '4.17.21', fixes: 1, of: 1 },
        advice: {
          action: 'upgrade' as const,
          sentence: 'Upgrade lodash to 4.17.21.',
          has: [{ id: 'CVE-2021-23337', severity: 'high' as const, kev: false }],
          target: '4.17.21',
          crossesMajor: false,
          remaining: [],
          undecided: [],
          command: 'npm install lodash@4.17.21',
        },
        knownSince: '2021-02-15T12:15:00.000Z',
        rebuilds: null,
      },
    ],
  },
  exampleEnvelopeFields: {
    coverage: [{ source: 'osv', state: 'ok', checkedAt: TIME, changedAt: TIME }],
    asOf: TIME,
  },
  exampleBody: { packages: ['pkg:npm/lodash@4.17.20'] },
});

/** One entry per vulnerability, and one for everything that could not be checked. */
export const getMyAtom = endpoint({
  id: 'getMyAtom',
  method: 'GET',
  path: '/my/atom',
  area: 'feeds',
  summary: 'Get vulnerabilities in a set of packages as Atom 1.0',
  query: ListQuery,
  data: z.string(),
  unwrapped: true,
  media: 'application/atom+xml; charset=utf-8',
  atRoot: true,
  cache: FIVE_MINUTES,
  rate: 'general',
  weights: LIST_WEIGHTS,
  example: '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
});

export const getMyJsonFeed = endpoint({
  id: 'getMyJsonFeed',
  method: 'GET',
  path: '/my/feed.json',
  area: 'feeds',
  summary: 'Get vulnerabilities in a set of packages as JSON Feed 1.1',
  query: ListQuery,
  data: JsonFeed,
  unwrapped: true,
  atRoot: true,
  cache: FIVE_MINUTES,
  rate: 'general',
  weights: LIST_WEIGHTS,
  example: {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Almanac: 1 package',
    home_page_url: 'https://almanac.example/my?packages=pkg:npm/lodash@4.17.20',
    feed_url: 'https://almanac.example/my/feed.json?packages=pkg:npm/lodash@4.17.20',
    description: '1 of 1 package needs attention.',
    items: [],
  },
});

/** Never green while anything is unknown. */
export const getMyBadge = endpoint({
  id: 'getMyBadge',
  method: 'GET',
  path: '/my/badge.svg',
  area: 'feeds',
  summary: 'Get the status of a set of packages as an SVG badge',
  query: ListQuery,
  data: z.string(),
  unwrapped: true,
  media: 'image/svg+xml; charset=utf-8',
  atRoot: true,
  cache: FIVE_MINUTES,
  rate: 'general',
  weights: LIST_WEIGHTS,
  example: '<svg xmlns="http://www.w3.org/2000/svg" …>…</svg>',
});
