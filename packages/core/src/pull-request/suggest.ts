import { SECURITY_LABEL } from '../tracker/issue-text.ts';
import { baseBranch } from './base.ts';
import { namedCves, type PullText, speaksOfBackport } from './claims.ts';
import { affectingStable, type ChangeFacts } from './facts.ts';
import { type PackageChange, versionChanged } from './model.ts';
import { fixedCves } from './rules/fixed-cves.ts';
import { namesPackage, readTitle } from './title.ts';

/** How a pull request could be described after its fixes. */
export interface Suggested {
  /** Null where none can be made: the diff changes no version, or several. */
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: readonly string[];
}

export interface Described {
  readonly change: PackageChange;
  readonly facts: ChangeFacts | null;
  /** The version that a fix brings it to; left out where none does. */
  readonly bumpedTo?: string | undefined;
}

export function suggestText(text: PullText, changes: readonly Described[]): Suggested {
  const fixed = changes.map((each) => ({ ...each, cves: fixedCves(each.change, afterFix(each)) }));
  const all = [...new Set(fixed.flatMap(({ cves }) => [...cves]))];
  return { title: titleOf(text, changes), body: bodyOf(text, all), labels: labelsOf(text, fixed) };
}

/** As if the version were the one that a fix brings. */
function afterFix({ facts, bumpedTo }: Described): ChangeFacts | null {
  return facts === null || bumpedTo === undefined ? facts : { ...facts, new: facts.clearing };
}

function titleOf({ title }: PullText, changes: readonly Described[]): string | null {
  const bumped = changes.filter(({ change }) => versionChanged(change));
  const [only] = bumped;
  if (only === undefined || bumped.length > 1) return title;
  const { change, facts, bumpedTo } = only;
  const read = readTitle(title ?? '');
  const known = facts?.attribute == null ? change.names : [facts.attribute, ...change.names];
  const name = read.subject !== null && namesPackage(read.subject, known) ? read.subject : (known[0] ?? change.name);
  const version = bumpedTo ?? change.newVersion;
  const tags = read.tags.map((tag) => `[${tag}] `).join('');
  const form = change.oldVersion === null ? `init at ${version}` : `${change.oldVersion} -> ${version}`;
  const wanted = `${tags}${name}: ${form}`;
  // What somebody has written behind the versions stays.
  return title?.startsWith(wanted) === true ? title : wanted;
}

function bodyOf(text: PullText, fixed: readonly string[]): string | null {
  const named = namedCves(text);
  const missing = fixed.filter((cve) => !named.has(cve));
  if (missing.length === 0) return text.body;
  const lines = missing.map((cve) => `Fixes ${cve}`).join('\n');
  const before = text.body?.trimEnd() ?? '';
  return before === '' ? lines : `${before}\n\n${lines}`;
}

function labelsOf(text: PullText, fixed: readonly (Described & { readonly cves: ReadonlySet<string> })[]): string[] {
  const labels = new Set(text.labels);
  if (fixed.some(({ cves }) => cves.size > 0)) labels.add(SECURITY_LABEL);
  if (baseBranch(text.base).kind === 'development' && !speaksOfBackport(text)) {
    for (const { facts, cves } of fixed) {
      for (const stable of facts?.stable ?? []) {
        if (affectingStable(stable, cves).length > 0) labels.add(`backport ${stable.branch}`);
      }
    }
  }
  return [...labels];
}
