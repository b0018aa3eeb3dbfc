import type { DiffFile } from '../diff/model.ts';
import { capital } from '../explain/sentence.ts';
import type { Match } from '../matching/match.ts';
import { bumpEdits, hashEdits } from './bump.ts';
import { type Edits, editsAsDiff, mergeEdits, NO_EDITS } from './edits.ts';
import { namesAny } from './facts.ts';
import type { PackageChange, ShownEntry } from './model.ts';
import { deletedFiles, restoreEdits } from './restore.ts';
import type { FoundIn } from './validate.ts';

/** What mends a finding: a diff, or what the text should say instead. */
export interface PullFix {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly package: string;
  /** Null where there is nothing to change in files, or no way to: `explanation` says which. */
  readonly diff: string | null;
  /** What of the suggested text mends it; empty where it is the diff. */
  readonly suggests: readonly ('title' | 'body' | 'labels')[];
  readonly explanation: string;
}

export interface PullFixes {
  readonly fixes: readonly PullFix[];
  /** All diffs in one; null where there is none. */
  readonly diff: string | null;
  /** The versions that it brings packages to. */
  readonly bumped: ReadonlyMap<PackageChange, string>;
}

/** A fix for each finding, as far as the lines that the diff shows allow. */
export function pullFixesOf(files: readonly DiffFile[], found: readonly FoundIn[]): PullFixes {
  const putBack = restoring(files);
  const made = found.map((each) => {
    const { edits, explanation, suggests = [], bumpedTo: to = null } = remedy(each, putBack);
    const diff = edits === null ? null : editsAsDiff(files, edits);
    return {
      each,
      to,
      edits: diff === null ? null : edits,
      diff,
      suggests,
      explanation: diff === null && edits !== null ? NOT_SHOWN : explanation,
    };
  });
  const all = mergeEdits(made.flatMap(({ edits }) => edits ?? []));
  return {
    fixes: made.map(({ each: { finding }, diff, suggests, explanation }) => ({
      rule: finding.rule,
      file: finding.file,
      line: finding.line,
      package: finding.package,
      diff,
      suggests,
      explanation,
    })),
    diff: editsAsDiff(files, all),
    bumped: new Map(made.flatMap(({ each, edits, to }) => (edits === null || to === null ? [] : [[each.change, to]]))),
  };
}

const NOT_SHOWN = 'the diff does not show enough of the file to change it';

interface Remedy {
  readonly edits: Edits | null;
  readonly explanation: string;
  readonly suggests?: PullFix['suggests'];
  readonly bumpedTo?: string;
}

function remedy(found: FoundIn, putBack: PutBack): Remedy {
  const { finding, change } = found;
  switch (finding.rule) {
    case 'newly-affected':
    case 'still-affected':
    case 'fix-not-reached':
      return bump(found) ?? nothing(whyNoBump(found));
    case 'source-hash': {
      const values = hashEdits(change);
      if (values.length === 0)
        return nothing('the hash is not known; build the package and use the hash that the build prints');
      return { edits: { ...NO_EDITS, values }, explanation: HASH_EMPTIED };
    }
    case 'vulnerability-dropped':
      return bump(found) ?? restore(change.droppedVulnerabilities, 'restores the warning', found, putBack);
    case 'patch-dropped':
      return bump(found) ?? restore(change.droppedPatches, 'restores the patch', found, putBack);
    case 'title-form':
      return { edits: null, suggests: ['title'], explanation: 'use the suggested title' };
    case 'cve-not-named':
      return { edits: null, suggests: ['body'], explanation: 'the suggested body names what is fixed' };
    case 'backport-missing':
      return { edits: null, suggests: ['labels'], explanation: 'the suggested labels request the backport' };
    default:
      return nothing('no automatic fix for this rule');
  }
}

const HASH_EMPTIED = 'the hash is set to the empty string; the build then fails and prints the correct one';

function bump({ finding, change, facts }: FoundIn): Remedy | null {
  const target = facts?.clearing ?? null;
  if (target === null || isAbout(target.matches, new Set(finding.cves))) return null;
  const edits = bumpEdits(change, target.version);
  if (edits === null) return null;
  const hashes =
    edits.values.length > 1
      ? ` ${capital(HASH_EMPTIED)}.`
      : ' The diff does not show the hash, which must change, too.';
  return {
    edits,
    bumpedTo: target.version,
    explanation: `${facts?.advice ?? ''}${hashes}`,
  };
}

function isAbout(matches: readonly Match[], cves: ReadonlySet<string>): boolean {
  return matches.some((match) => namesAny(match, cves));
}

function whyNoBump({ finding, facts }: FoundIn): string {
  if (facts?.clearing != null && !isAbout(facts.clearing.matches, new Set(finding.cves))) return NOT_SHOWN;
  return facts?.advice ?? 'upgrade target not checked';
}

function restore(entries: readonly ShownEntry[], done: string, { finding, change }: FoundIn, putBack: PutBack): Remedy {
  const ids = new Set(finding.cves);
  const own = entries.filter(({ cves }) => cves.some((cve) => ids.has(cve)));
  const edits = own.map((entry) => putBack(entry, change));
  if (edits.length === 0 || edits.includes(null))
    return nothing('the removed lines cannot be restored automatically, because the list around them changed');
  return { edits: mergeEdits(edits.filter((each) => each !== null)), explanation: done };
}

type PutBack = (entry: ShownEntry, change: PackageChange) => Edits | null;

/** Each entry is put back in one way, however many findings are about it. */
function restoring(files: readonly DiffFile[]): PutBack {
  const deleted = deletedFiles(files);
  const known = new Map<ShownEntry, Edits | null>();
  return (entry, change) => {
    const made = known.get(entry);
    if (made !== undefined) return made;
    const edits = restoreEdits(entry, change, files, deleted);
    known.set(entry, edits);
    return edits;
  };
}

function nothing(explanation: string): Remedy {
  return { edits: null, explanation };
}
