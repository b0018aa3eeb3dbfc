import {
  affecting,
  baseBranch,
  type ChangeFacts,
  type JudgedVersion,
  type PackageChange,
  type PullText,
  releaseBranch,
  versionChanged,
} from '@almanac/core/pull-request';
import { loadChannels } from '../../queries/channels.ts';
import { collectionPackages } from '../../queries/collection-packages.ts';
import { adviseVersions } from '../advice/advise-versions.ts';
import { judgePackage, type MatchDeps } from '../packages/judge-packages.ts';
import { type Carried, carriedBy, lookedUpNames } from './carried.ts';

/** Packages that are looked up for one answer. */
export const MOST_LOOKED_UP = 20;
const SIDE_BY_SIDE = 4;

export interface Gathered {
  readonly factsOf: (change: PackageChange) => ChangeFacts | null;
  readonly lookedUp: number;
  readonly truncated: boolean;
}

/** What storage knows of the packages that a diff changes. */
export async function gatherChanges(
  deps: MatchDeps,
  text: PullText,
  changes: readonly PackageChange[],
): Promise<Gathered> {
  const asked = changes.filter(isAskedAbout);
  const looked = asked.slice(0, MOST_LOOKED_UP);
  const carried = await readCarried(deps, text, looked);
  const facts = new Map<PackageChange, ChangeFacts>();
  for (let from = 0; from < looked.length; from += SIDE_BY_SIDE) {
    deps.signal.throwIfAborted();
    await Promise.all(
      looked.slice(from, from + SIDE_BY_SIDE).map(async (change) => {
        facts.set(change, await factsOfChange(deps, change, carried(change)));
      }),
    );
  }
  return {
    factsOf: (change) => facts.get(change) ?? null,
    lookedUp: looked.length,
    truncated: asked.length > looked.length || [...facts.values()].some((each) => !each.carriedComplete),
  };
}

/** Whether any rule needs to know: what changes neither a version nor patches nor warnings is not asked about. */
export function isAskedAbout(change: PackageChange): boolean {
  const { kind, names, addedPatches, droppedPatches, droppedVulnerabilities } = change;
  if (kind === 'deleted' || names.length === 0) return false;
  return versionChanged(change) || addedPatches.length + droppedPatches.length + droppedVulnerabilities.length > 0;
}

interface WholeCarried extends Carried {
  /** Every entry of the collection that goes by its names was read. */
  readonly complete: boolean;
}

async function readCarried(
  { databases }: MatchDeps,
  { base }: PullText,
  changes: readonly PackageChange[],
): Promise<(change: PackageChange) => WholeCarried> {
  const { found, known } = await databases.readWithFallback(async (db) => ({
    found: await collectionPackages(db, [...new Set(changes.flatMap(lookedUpNames))], null),
    known: await loadChannels(db),
  }));
  const gone = new Set(
    known.filter(({ status }) => status === 'deprecated' || status === 'unmaintained').map(({ name }) => name),
  );
  const current = found.rows.filter(({ channel }) => !gone.has(channel));
  const branch = baseBranch(base);
  const home = branch.kind === 'stable' ? `release-${branch.release}` : null;
  return (change) => ({
    ...carriedBy(change, current, (channel) => releaseBranch(channel) === home),
    complete: !lookedUpNames(change).some((name) => found.cut.has(name)),
  });
}

async function factsOfChange(deps: MatchDeps, change: PackageChange, carried: WholeCarried): Promise<ChangeFacts> {
  const name = carried.attribute ?? change.name;
  const answers = new Map<string, Promise<JudgedVersion>>();
  const judge = (version: string) => {
    const answer = answers.get(version) ?? judged(deps, name, version);
    answers.set(version, answer);
    return answer;
  };
  // Where the diff does not show the version, it is not the diff that changes it: it is what the collection has.
  const assumed = change.version === null && change.oldVersion === null ? carried.version : null;
  const oldVersion = change.oldVersion ?? assumed;
  const newVersion = change.newVersion ?? assumed;
  const old = oldVersion === null ? null : await judge(oldVersion);
  const after = newVersion === null ? null : await judge(newVersion);
  const stable = [];
  for (const { channel, attribute: there, version, patched: mended } of carried.stable) {
    const branch = releaseBranch(channel);
    const known = there === name ? judge(version) : judged(deps, there, version);
    if (branch !== null) stable.push({ channel, branch, attribute: there, judged: await known, patched: mended });
  }
  const needs = after !== null && versionChanged(change) && affecting(after).length > 0;
  const question = { package: name, version: newVersion };
  const advice = needs ? ((await adviseVersions(deps, [['', question]])).get('') ?? null) : null;
  const clearing = advice === null || advice.target === null ? null : await judge(advice.target);
  const { attribute, patched, declared, complete } = carried;
  const sentence = advice?.sentence ?? null;
  return {
    attribute,
    old,
    new: after,
    patched,
    declared,
    stable,
    clearing,
    advice: sentence,
    carriedComplete: complete,
  };
}

async function judged(deps: MatchDeps, name: string, version: string): Promise<JudgedVersion> {
  const { result, facts } = await judgePackage(deps, { package: name, version }, { at: null });
  const { matches, otherMatches, verdict, verdictReason } = result;
  return {
    version,
    verdict,
    verdictReason,
    matches: [...matches, ...otherMatches],
    complete: facts.complete !== false,
  };
}
