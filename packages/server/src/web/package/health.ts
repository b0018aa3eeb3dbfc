import type { PackageHealth } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { moment, time, UNKNOWN } from '../parts/words.ts';

type Components = PackageHealth['components'];
type PartName = keyof Components;

const NAMES: readonly (readonly [PartName, string])[] = [
  ['vulnerabilities', 'Vulnerabilities'],
  ['versionBehind', 'Newest version'],
  ['timeToFix', 'Time to fix'],
  ['lastUpdate', 'Last update'],
  ['maintainers', 'Maintainers'],
];

/** How well the package is looked after: a drawing, and the same as a table with what each part is judged by. */
export function healthContent(of: PackageHealth, computedAt: string): Markup {
  const rows = NAMES.map(([name, title]) => {
    const { score, atBest, weight } = of.components[name];
    return [html`<strong>${title}</strong>`, points(score, atBest), `${weight} %`, BASES[name](of.components)];
  });
  return html`<p>${pointsInAll(of)} for <code>${of.package}</code> in ${of.channel}. The score measures care, not safety: for safety see the <a href="#verdict">verdict</a>.</p>
<div class="scroll drawing" tabindex="0" role="region" aria-label="Health by part">${drawing(of)}</div>
${table(
  'Parts of the score',
  [
    ['Part', 'name'],
    ['Points', 'brief'],
    ['Counts for', 'brief'],
    ['Judged by', 'prose'],
  ],
  rows,
)}
<p class="note">Judged ${moment(computedAt)}.</p>`;
}

/** The score in a few words: what is not known makes it a range. */
export function healthNote({ score, scoreAtBest }: PackageHealth): string {
  return score === scoreAtBest ? `${score} of 100 points` : `${score} to ${scoreAtBest} of 100 points`;
}

/** What is not known earns nothing, and may be anything. */
function pointsInAll({ score, scoreAtBest, known }: PackageHealth): Markup {
  if (score === scoreAtBest) return html`<strong>${score}</strong> of 100 points`;
  return html`Between <strong>${score}</strong> and <strong>${scoreAtBest}</strong> of 100 points, since ${Math.round((1 - known) * 100)} % of what counts is not known,`;
}

function points(score: number | null, atBest: number): Markup | string {
  if (score !== null) return `${score} of 100`;
  return atBest === 100 ? UNKNOWN : html`${UNKNOWN}, at best ${atBest}`;
}

const [WIDTH, ROW, LEFT, BAR] = [640, 30, 130, 360];

/** A bar is what was earned; a dashed frame is what could be, if what is not known were good. */
function drawing({ components }: PackageHealth): Markup {
  const bars = NAMES.map(([name, title], i) => {
    const { score, atBest } = components[name];
    const y = i * ROW + 6;
    const told = score === null ? (atBest === 100 ? 'not known' : `not known, at best ${atBest}`) : String(score);
    const line = (width: number, how: Markup) =>
      html`<rect x="${LEFT}" y="${y}" width="${((width / 100) * BAR).toFixed(1)}" height="18" rx="2" ${how}/>`;
    return html`<text x="0" y="${y + 13}">${title}</text>
${line(100, html`fill="currentColor" opacity="0.12"`)}
${score === null ? line(atBest, html`fill="none" stroke="currentColor" stroke-dasharray="4 4"`) : line(score, html`fill="currentColor"`)}
<text x="${LEFT + BAR + 10}" y="${y + 13}">${told}</text>\n`;
  });
  const words = NAMES.map(([name, title]) => {
    const { score, atBest } = components[name];
    return `${title} ${score ?? (atBest === 100 ? 'not known' : `not known, at best ${atBest}`)}`;
  });
  const height = NAMES.length * ROW + 4;
  return html`<svg class="timeline" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${`Points of 100: ${words.join('; ')}.`}">${bars}</svg>
<p class="note">Bars: points earned. Dashed: could be, were what is not known as good as it can be.</p>`;
}

/** What a part is judged by, in a sentence. */
const BASES: Readonly<Record<PartName, (components: Components) => Markup | string>> = {
  vulnerabilities: ({ vulnerabilities }) => openOnes(vulnerabilities.inputs),
  versionBehind: ({ versionBehind }) => behindBy(versionBehind.inputs),
  timeToFix: ({ timeToFix }) => fixTimes(timeToFix.inputs),
  lastUpdate({ lastUpdate: { inputs } }) {
    if (inputs.changedAt !== null) return html`the version was last seen to change on ${time(inputs.changedAt)}`;
    return inputs.unchangedDays === null ? UNKNOWN : `no change in the ${inputs.unchangedDays} days it was watched`;
  },
  maintainers({ maintainers: { inputs } }) {
    const { maintainers: count, named } = inputs;
    return named.length === 0 ? 'the collection names none' : `${count}: ${named.slice(0, 5).join(', ')}`;
  },
};

function openOnes({
  open,
  knownExploited,
  likelyExploited,
  undecided,
  judged,
  vulnerabilities,
}: Components['vulnerabilities']['inputs']) {
  const counts = Object.entries(open)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity === 'unknown' ? 'not rated' : severity}`);
  const exploited = [
    ...(knownExploited > 0 ? [`${knownExploited} known to be exploited`] : []),
    ...(likelyExploited > 0 ? [`${likelyExploited} likely to be`] : []),
  ];
  const unsure = [
    ...(undecided > 0 ? [`${undecided} that cannot be decided`] : []),
    ...(judged ? [] : ['no source knows it by an identity that the collection states']),
  ];
  const links = vulnerabilities.slice(0, 5).map(({ id }) => html` <a href="/${encodeURIComponent(id)}">${id}</a>`);
  return html`${[...(counts.length === 0 ? ['none known to be open'] : counts), ...exploited, ...unsure].join('; ')}${links}`;
}

const SOURCES = { repology: 'the version aggregator', channel: 'another channel', record: 'a record' } as const;

function behindBy({ version, newest, newestBy, behind }: Components['versionBehind']['inputs']): string {
  if (version === null) return 'its version is not known';
  if (newest === null || newestBy === null) return `nobody who was asked names anything newer than ${version}`;
  const distance = behind === null || behind === 'none' ? '' : `, a ${behind} version ahead`;
  return `${SOURCES[newestBy]} has ${newest}${distance}`;
}

function fixTimes({ issues, fixed, medianDays }: Components['timeToFix']['inputs']): string {
  if (issues === 0) return 'no tracked issue names it';
  const sample = `${fixed} of ${issues} tracked ${issues === 1 ? 'issue' : 'issues'} fixed`;
  return medianDays === null ? sample : `${sample}, half of them within ${medianDays} days`;
}
