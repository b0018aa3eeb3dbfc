import type { Dossier, KnownFixedVersion } from '@almanac/core/dossier';

/** What is known of a fix: a word, a detail and a sentence. */
export interface FixWords {
  readonly word: string;
  readonly detail: string;
  readonly sentence: string;
}

/** Versions of one subject that fit a line. */
const NAMED = 3;

/** Every sentence of the page about a fix comes from here, so that no two contradict each other. */
export function fixWords({ fixes, canonical }: Pick<Dossier, 'fixes' | 'canonical'>): FixWords {
  const [first] = fixes.versions;
  const subjects = new Set(fixes.versions.map(subjectOf)).size;
  const others = subjects - 1;
  const named = first === undefined ? '' : firstSubject(fixes.versions, first);
  const more = others > 0 ? ` and ${others} more` : '';
  switch (fixes.state) {
    case 'subject':
      return { word: 'Available', detail: `${named}${more}`, sentence: `Fixed in ${named}.` };
    case 'other':
      return {
        word: 'Depends on the product',
        detail: `${subjects} ${subjects === 1 ? 'package or product has' : 'packages and products have'} one: ${named}${more}`,
        sentence: `The fix depends on the product: ${named}${others > 0 ? ` and ${others} more have one` : ''}.`,
      };
    case 'builds_only':
      return {
        word: 'Builds only',
        detail: `no fixed version of the software itself is named; builds have one: ${named}${more}`,
        sentence:
          'Only builds and repackagings are known to be fixed; no source names a fixed version of the software itself.',
      };
    case 'commit':
      return {
        word: 'Commit only',
        detail: 'no source names a fixed version',
        sentence: 'A commit fixes it; no source names a version that contains it.',
      };
    case 'none':
      break;
  }
  const sentence =
    canonical.affectedPackages.length === 0
      ? 'No source says which packages or products are affected.'
      : 'No source names a version that fixes it.';
  return { word: 'Unknown', detail: 'no source names a fixed version', sentence };
}

function firstSubject(versions: readonly KnownFixedVersion[], first: KnownFixedVersion): string {
  const own = versions.filter((each) => subjectOf(each) === subjectOf(first)).map(({ version }) => version);
  return `${first.name} ${own.slice(0, NAMED).join(', ')}${own.length > NAMED ? ' and later lines' : ''}`;
}

function subjectOf({ ecosystem, name }: KnownFixedVersion): string {
  return JSON.stringify([ecosystem, name.toLowerCase()]);
}
