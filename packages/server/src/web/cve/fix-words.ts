import { type AffectedPackage, type Dossier, upgradesOf } from '@almanac/core/dossier';

/** What is known of a fix: a word, a detail and a sentence that says what to do. */
export interface FixWords {
  readonly word: string;
  readonly detail: string;
  readonly sentence: string;
}

/** Release lines that fit a sentence. */
const NAMED = 3;

/** Every sentence of the page about a fix comes from here, so that no two contradict each other. */
export function fixWords({ fixes, canonical, quality }: Pick<Dossier, 'fixes' | 'canonical' | 'quality'>): FixWords {
  const isDisputed = hasFixConflict(quality);
  const upgrades = upgradesOf(canonical);
  const [first] = upgrades;
  const others = upgrades.length - 1;
  const named = first === undefined ? '' : `${shortName(first)} ${first.fixedIn.slice(-NAMED).toReversed().join(', ')}`;
  const more = others > 0 ? ` and ${others} more` : '';
  switch (fixes.state) {
    case 'subject':
      return { word: 'Available', detail: `${named}${more}`, sentence: `${upgradeWords(first, isDisputed)}.` };
    case 'other':
      return {
        word: 'Depends on the product',
        detail: `${upgrades.length} ${others === 0 ? 'package or product has' : 'packages and products have'} one: ${named}${more}`,
        sentence:
          others === 0
            ? `${upgradeWords(first, isDisputed)}.`
            : `The fix depends on the product: ${upgrades.length} packages and products have one, such as ${named}.`,
      };
    case 'builds_only':
      return {
        word: 'Builds only',
        detail: `no fixed version of the software itself is named; builds have one: ${named}${more}`,
        sentence: 'Only builds and repackagings have a fix; no source names a fixed version of the software itself.',
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

/**
 * `Upgrade log4j-core to 2.15.0, or to 2.12.2 or 2.3.1 on older lines`. Where sources disagree, several versions may be several opinions:
 * then the newest alone.
 */
export function upgradeWords(
  each: AffectedPackage | undefined,
  isDisputed: boolean,
  name = each === undefined ? '' : shortName(each),
): string {
  if (each === undefined) return '';
  const [newest = '', ...older] = each.fixedIn.toReversed();
  if (older.length === 0 || isDisputed) return `Upgrade ${name} to ${newest}`;
  const lines =
    older.length < NAMED
      ? `to ${older.join(' or ')} on ${older.length === 1 ? 'an older line' : 'older lines'}`
      : `to the fixed version of your line, of which ${older.length} more have one`;
  return `Upgrade ${name} to ${newest}, or ${lines}`;
}

export function hasFixConflict({ conflicts }: Pick<Dossier['quality'], 'conflicts'>): boolean {
  return conflicts.some(({ code }) => code === 'FIX_DISAGREES');
}

/** Of Maven's coordinates the artifact is what people call it. */
function shortName({ ecosystem, name }: AffectedPackage): string {
  return ecosystem?.startsWith('Maven') === true ? name.slice(name.lastIndexOf(':') + 1) : name;
}
