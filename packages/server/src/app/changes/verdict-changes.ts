import type { RecordChange, VerdictChange } from '@almanac/contract';
import { concernsWatched, type Standing, standingOf, verdictChange } from '@almanac/core/changes';
import { type MatchQuestion, matchPackage } from '@almanac/core/matching';
import type { Deps } from '../deps.ts';
import { judgePackages, type MatchDeps } from '../packages/judge-packages.ts';
import type { FollowedVersion } from './followed-versions.ts';
import type { ToldChange } from './told-change.ts';

/** Vulnerabilities of one record that are judged; an erratum may be about hundreds. */
const MOST_JUDGED = 20;

/** What a change of a record changes for the versions that are followed; empty: nothing. Judged as of just before it, and as of it. */
export async function verdictsOfRecord(
  deps: MatchDeps & Pick<Deps, 'changes'>,
  { told, facts, place }: ToldChange,
  followed: readonly FollowedVersion[],
): Promise<readonly VerdictChange[]> {
  if (told.source === 'kev') return [];
  const ids = facts.vulnerabilities.map(({ id }) => id);
  const concerned = followed.filter(
    ({ watched }) => !facts.complete || concernsWatched([watched], { subjects: facts.subjects, ids }),
  );
  if (concerned.length === 0) return [];
  const at = place.observedAt;
  const before = new Date(at.getTime() - 1);
  const changes: VerdictChange[] = [];
  for (const { id } of told.vulnerabilities.slice(0, MOST_JUDGED)) {
    const meant = new Set([id, told.record]);
    const all = concerned.map(({ question }) => question);
    const moves = await deps.changes.judged.moves({ place, vulnerability: id }, all, async (questions) => {
      const then = await standings(deps, questions, before, meant);
      const now = await standings(deps, questions, at, meant);
      return questions.map((_, i) => [then[i] ?? 'none', now[i] ?? 'none']);
    });
    const moved = { by: 'record', withdrawn: isTakenBack(told), first: told.kind !== 'changed' } as const;
    for (const [i, version] of concerned.entries()) {
      const [from, to] = moves[i] ?? (['none', 'none'] as const);
      const kind = verdictChange(from, to, moved);
      if (kind !== null) changes.push({ vulnerability: id, ...shown(version), kind, from, to });
    }
  }
  return changes;
}

function isTakenBack({ kind, changed }: RecordChange): boolean {
  return kind === 'removed' || changed.includes('state');
}

function shown({ listed: { asked, package: name, version, channels } }: FollowedVersion) {
  return { asked, package: name, version, channels: [...channels] };
}

/** What records say of one vulnerability is the same for every version of a package: it is loaded once, and each version judged from it. */
async function standings(
  deps: MatchDeps,
  questions: readonly MatchQuestion[],
  at: Date,
  vulnerability: ReadonlySet<string>,
): Promise<Standing[]> {
  const versionsOf = Map.groupBy(questions, (question) => JSON.stringify({ ...question, version: null }));
  const groups = [...versionsOf.values()];
  const representatives = groups.flatMap(([first]) => first ?? []);
  const found = new Map<MatchQuestion, Standing>();
  let group = 0;
  for await (const { facts } of judgePackages(deps, representatives, { at, vulnerability })) {
    for (const question of groups[group] ?? []) {
      found.set(question, standingOf(matchPackage({ ...facts, question }), vulnerability));
    }
    group += 1;
  }
  return questions.map((question) => found.get(question) ?? 'none');
}
