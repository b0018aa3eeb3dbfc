/** A change as its author described it to users. */
export interface Changeset {
  /** Packages and how much each is raised: `@almanac/core` to `minor`. */
  readonly packages: ReadonlyMap<string, string>;
  readonly summary: string;
}

/** Reads a file of `.changeset`. */
export function readChangeset(text: string): Changeset {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n?---\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined)
    throw new Error('A changeset begins with packages between two lines `---`');
  const packages = [...head.matchAll(/^['"]?(@?[\w/-]+)['"]?: *(major|minor|patch)$/gm)];
  return { packages: new Map(packages.map(([, name = '', bump = '']) => [name, bump])), summary: body.trim() };
}

const UNRELEASED = '## Unreleased\n';

/** The changelog with the version: what was under `Unreleased`, then the changesets, each one item. */
export function releasedChangelog(
  changelog: string,
  {
    version,
    date,
    summaries,
  }: { readonly version: string; readonly date: string; readonly summaries: readonly string[] },
): string {
  const [before, rest, ...more] = changelog.split(UNRELEASED);
  if (before === undefined || rest === undefined || more.length > 0) {
    throw new Error('CHANGELOG.md needs one heading `## Unreleased`');
  }
  const next = /^## /m.exec(rest)?.index ?? rest.length;
  const items = [rest.slice(0, next).trim(), ...summaries.map(itemOf)].filter((part) => part !== '').join('\n');
  return `${before}${UNRELEASED}\n## ${version}, ${date}\n\n${items}\n${next === rest.length ? '' : `\n${rest.slice(next)}`}`;
}

/** Further lines of a summary belong to its item. */
function itemOf(summary: string): string {
  return `- ${summary.replaceAll(/\n(?=.)/g, '\n  ')}`;
}

/** The text under the heading of a version, for the page of its release; null where there is none. */
export function notesOf(changelog: string, version: string): string | null {
  const [, rest] = changelog.split(`\n## ${version}, `);
  if (rest === undefined) return null;
  const text = rest.slice(rest.indexOf('\n'));
  return text.slice(0, /^## /m.exec(text)?.index ?? text.length).trim();
}
