/** Hosts of other people's software: the first part of the path is the owner. */
export const FORGES: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'codeberg.org',
  'bitbucket.org',
  'git.sr.ht',
  'sr.ht',
  'gitee.com',
  'raw.githubusercontent.com',
  'salsa.debian.org',
  'huggingface.co',
  'notabug.org',
  'framagit.org',
]);

/** Names below the domain of a country that are no site's own: `co` of `bbc.co.uk`. */
export const SECOND_LEVEL: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gov',
  'net',
  'org',
  'or',
  'ne',
  'gob',
]);
