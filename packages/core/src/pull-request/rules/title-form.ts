import type { PullFinding } from '../finding.ts';
import { type PackageChange, versionChanged } from '../model.ts';
import { namesPackage, type ReadTitle, readTitle } from '../title.ts';
import type { PullRule } from './rule.ts';

/** Tools read titles: whether it is a security update, what to build, what to tell people. */
export const titleForm: PullRule = {
  id: 'title-form',
  severity: 'warning',
  summary: 'the title does not have the form `name: old -> new`',
  bad: '“Update harbour to 3.6.0”',
  good: '“harbour: 3.5.1 -> 3.6.0”',
  check({ change, bumped, facts, text }) {
    if (text.title === null || !versionChanged(change)) return [];
    const read = readTitle(text.title);
    const attribute = facts?.attribute ?? null;
    const names = attribute === null ? change.names : [attribute, ...change.names];
    const isSure = change.placed || attribute !== null;
    // A title of many packages names a set, a module or the whole tree: only that it names something is asked for, and once.
    const problem =
      bumped.length > 1 ? (bumped[0] === change ? unnamed(read) : null) : problemOf(read, change, names, isSure);
    if (problem === null) return [];
    const finding: PullFinding = {
      rule: titleForm.id,
      severity: 'warning',
      file: change.file,
      line: change.line,
      message: `the title ${problem}`,
      package: change.name,
      cves: [],
      evidence: [{ kind: 'text', where: 'title', text: text.title.slice(0, 300) }],
    };
    return [finding];
  },
};

function unnamed({ subject }: ReadTitle): string | null {
  return subject === null ? 'does not start with a name and a colon: `name: old -> new`' : null;
}

function problemOf(
  read: ReadTitle,
  { oldVersion, newVersion }: PackageChange,
  names: readonly string[],
  isSure: boolean,
): string | null {
  const wanted =
    oldVersion === null ? `${names[0]}: init at ${newVersion}` : `${names[0]}: ${oldVersion} -> ${newVersion}`;
  if (read.subject === null) return `does not have the form \`${wanted}\``;
  if (read.subject.startsWith('treewide') || read.subject.includes('/')) return null;
  // Where the place does not say the attribute, people may know better than we do.
  if (isSure && !namesPackage(read.subject, names))
    return `is about ${read.subject}, but the diff is not: expected \`${wanted}\``;
  const to = oldVersion === null ? (read.init ?? read.to) : read.to;
  if (to === null) return `does not have the form \`${wanted}\``;
  if (to !== newVersion) return `says ${to}, but the diff says ${newVersion}: expected \`${wanted}\``;
  if (oldVersion !== null && read.from !== oldVersion)
    return `says ${read.from}, but the diff says ${oldVersion}: expected \`${wanted}\``;
  return null;
}
