import { SECURITY_LABEL } from '@almanac/core/tracker';
import { nixpkgs, type Vulnerability, worldOf } from '@almanac/twins';
import { type Step, truthsOf, type WorldStory } from '../faults/story.ts';
import { BEGINNING, type Chance, DAY, HOUR, ISSUES, SLOTS } from './plan.ts';

type Issue = NonNullable<Vulnerability['issues']>[number];
type Pull = NonNullable<Issue['pulls']>[number];

/** A pull request, by instants. */
interface Planned {
  readonly issue: number;
  readonly number: number;
  readonly title: string;
  readonly base: Pull['base'];
  readonly opened: number;
  readonly ended: number;
  readonly merged: boolean;
}

/** The tracker of issues to which these steps happen, with pull requests about them. */
export function trackerStory(steps: readonly Step[], days: number, chance: Chance): WorldStory {
  const happening = Map.groupBy(steps, ({ number }) => number);
  const histories = new Map([...happening].map(([number, all]) => [number, untilGone(all)]));
  const lasting = [...histories].flatMap(([number, all]) =>
    number < ISSUES.first && !all.some(({ gone }) => gone === true) ? [number] : [],
  );
  const planned = plannedPulls(lasting, days, chance);
  const byIssue = Map.groupBy(planned, ({ issue }) => issue);
  const issues = [...histories].map(([number, all]) => issueOf(number, all, byIssue.get(number) ?? []));
  const told = new Map<string, readonly Step[]>([
    ...[...histories].map(([number, all]) => [`issue/${FIRST_ISSUE + number}`, all.map(toldOfIssue)] as const),
    ...planned.flatMap(toldOfPull),
  ]);
  const truths = truthsOf(told, true);
  return {
    ...truths,
    // Where a merge has come to is asked from time to time: it is not there, and later it is.
    marksOf: (key) => (key.startsWith('reach/') ? ['not there', 'there'] : truths.marksOf(key)),
    define: () => nixpkgs(worldOf([{ id: 'CVE-2026-10000', shows: [], assigner: 'tidewater', issues }])),
  };
}

const FIRST_ISSUE = 400_000;
const FIRST_PULL = 500_000;
const SECURITY = { name: SECURITY_LABEL, color: 'e11d21' };

/** An issue that was deleted never comes back. */
function untilGone(steps: readonly Step[]): readonly Step[] {
  const end = steps.findIndex(({ gone }) => gone === true);
  return end === -1 ? steps : steps.slice(0, end + 1);
}

const titleOf = ({ number, mark }: Step) => `harbour-${number}: ${mark}`;

function issueOf(number: number, steps: readonly Step[], planned: readonly Planned[]): Issue {
  const [first, ...later] = steps.map((step) => ({ at: whenOf(step.at), set: stateOf(step) }));
  if (first === undefined) throw new RangeError(`nothing happens to ${number}`);
  return { number: FIRST_ISSUE + number, author: 'ada', story: [first, ...later], pulls: planned.map(pullOf) };
}

/** What is taken back is closed here, and some issues lose the label by that. */
function stateOf(step: Step): Issue['story'][0]['set'] {
  const { number, withdrawn = false, gone = false } = step;
  return {
    title: titleOf(step),
    body: 'A flaw in the way that the harbour handles anchors.',
    labels: withdrawn && number % 7 === 3 ? [] : [SECURITY],
    state: withdrawn ? 'closed' : 'open',
    reason: withdrawn ? 'completed' : null,
    ...(gone && { gone: 'deleted' }),
  };
}

/** That it was deleted is told to who asks for it by itself, as the next sweep does. */
function toldOfIssue(step: Step): Step {
  const { number, withdrawn = false, gone = false } = step;
  if (!gone) return { number, at: step.at, mark: `${titleOf(step)}, ${withdrawn ? 'closed' : 'open'}` };
  return { number, at: Math.ceil((step.at - SLOTS[0]) / DAY) * DAY + SLOTS[0], mark: 'gone', withdrawn: true };
}

const PULL_CHANCE = 0.15;

/** Each mentions an issue that is never deleted, and is merged some days later, or not. */
function plannedPulls(issues: readonly number[], days: number, chance: Chance): Planned[] {
  const planned: Planned[] = [];
  for (let day = 0; day < days; day += 1) {
    if (chance.next() >= PULL_CHANCE || issues.length === 0) continue;
    const issue = chance.pick(issues);
    const opened = BEGINNING + day * DAY + 10 * HOUR;
    planned.push({
      issue,
      number: FIRST_PULL + planned.length,
      title: `harbour-${issue}: fix of ${day}`,
      base: chance.pick(['master', 'master', 'staging', 'staging-next']),
      opened,
      ended: opened + (1 + chance.below(6)) * DAY,
      merged: chance.next() < 0.8,
    });
  }
  return planned;
}

function pullOf({ issue, number, title, base, opened, ended, merged }: Planned): Pull {
  const body = `Fixes #${FIRST_ISSUE + issue}.`;
  const end = whenOf(ended);
  return { number, title, body, base, opened: whenOf(opened), ...(merged ? { merged: end } : { rejected: end }) };
}

function toldOfPull({ issue, number, title, opened, ended, merged }: Planned): (readonly [string, Step[]])[] {
  const end = merged ? `closed, ${new Date(ended).toISOString().slice(0, 19)}Z` : 'closed';
  const open = { number, at: opened, mark: `${title}, open` };
  return [
    [`pull/${number}`, [open, { number, at: ended, mark: `${title}, ${end}` }]],
    [`link/${FIRST_ISSUE + issue}/${number}`, [{ number, at: opened, mark: 'linked' }]],
  ];
}

function whenOf(instant: number): Pull['opened'] {
  const date = new Date(instant);
  return { on: date.toISOString().slice(0, 10), hour: date.getUTCHours(), minute: date.getUTCMinutes() };
}
