import type { PackageHealth } from '@almanac/contract';
import { html } from 'hono/html';
import { bars } from '../charts/bars.ts';
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

export function healthContent(of: PackageHealth, computedAt: string): Markup {
  const rows = NAMES.map(([name, title]) => {
    const { weight } = of.components[name];
    return [
      html`<strong>${title}</strong>`,
      describePoints(of.components[name]),
      `${weight} %`,
      BASES[name](of.components),
    ];
  });
  return html`<p>${pointsInAll(of)} for <code>${of.package}</code> in ${of.channel}. The score is about maintenance, not safety: for safety, see the <a href="#verdict">verdict</a>.</p>
${drawing(of)}
${table(
  'Parts of the score',
  [
    ['Part', 'name'],
    ['Points', 'brief'],
    ['Weight', 'brief'],
    ['Based on', 'prose'],
  ],
  rows,
)}
<p class="note">Computed ${moment(computedAt)}.</p>`;
}

/** Unknown parts make the score a range. */
export function healthNote({ score, scoreAtBest }: PackageHealth): string {
  return score === scoreAtBest ? `${score} of 100 points` : `${score} to ${scoreAtBest} of 100 points`;
}

function pointsInAll({ score, scoreAtBest, known }: PackageHealth): Markup {
  if (score === scoreAtBest) return html`<strong>${score}</strong> of 100 points`;
  return html`Between <strong>${score}</strong> and <strong>${scoreAtBest}</strong> of 100 points, since ${Math.round((1 - known) * 100)} % of the inputs are unknown,`;
}

/** Bars are points earned; dashed, points that unknown parts could add. */
function drawing({ components }: PackageHealth): Markup {
  return bars({
    id: 'health-parts',
    title: 'Health by part, in points of 100',
    description: NAMES.map(([name, title]) => `${title}: ${describePoints(components[name])}.`).join(' '),
    legend: [
      { fill: 'ruled', text: 'points' },
      { fill: 'absent', text: 'unknown, at best' },
    ],
    bars: NAMES.map(([name, title]) => {
      const { score, atBest } = components[name];
      const parts = [
        { fill: 'ruled', value: score ?? 0 },
        { fill: 'absent', value: score === null ? atBest : 0 },
      ] as const;
      return { label: title, parts, note: describePoints(components[name]) };
    }),
    scale: 100,
  });
}

function describePoints({ score, atBest }: Components[PartName]): string {
  return score !== null ? String(score) : atBest === 100 ? 'unknown' : `unknown, at best ${atBest}`;
}

const BASES: Readonly<Record<PartName, (components: Components) => Markup | string>> = {
  vulnerabilities: ({ vulnerabilities }) => openOnes(vulnerabilities.inputs),
  versionBehind: ({ versionBehind }) => behindBy(versionBehind.inputs),
  timeToFix: ({ timeToFix }) => fixTimes(timeToFix.inputs),
  lastUpdate({ lastUpdate: { inputs } }) {
    if (inputs.changedAt !== null) return html`version last changed on ${time(inputs.changedAt)}`;
    return inputs.unchangedDays === null ? UNKNOWN : `no change in ${inputs.unchangedDays} days`;
  },
  maintainers({ maintainers: { inputs } }) {
    const { maintainers: count, named } = inputs;
    return named.length === 0 ? 'none named' : `${count}: ${named.slice(0, 5).join(', ')}`;
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
    ...(likelyExploited > 0 ? [`${likelyExploited} likely to be exploited`] : []),
  ];
  const unsure = [
    ...(undecided > 0 ? [`${undecided} unknown`] : []),
    ...(judged ? [] : ['no source has a record under its identifiers']),
  ];
  const links = vulnerabilities.slice(0, 5).map(({ id }) => html` <a href="/${encodeURIComponent(id)}">${id}</a>`);
  return html`${[...(counts.length === 0 ? ['none known'] : counts), ...exploited, ...unsure].join('; ')}${links}`;
}

const SOURCES = { repology: 'Repology', channel: 'another channel', record: 'a record' } as const;

function behindBy({ version, newest, newestBy, behind }: Components['versionBehind']['inputs']): string {
  if (version === null) return 'version unknown';
  if (newest === null || newestBy === null) return `no version newer than ${version} found`;
  const distance = behind === null || behind === 'none' ? '' : `, a ${behind} version ahead`;
  return `${SOURCES[newestBy]} has ${newest}${distance}`;
}

function fixTimes({ issues, fixed, medianDays }: Components['timeToFix']['inputs']): string {
  if (issues === 0) return 'no tracked issues';
  const sample = `${fixed} of ${issues} tracked ${issues === 1 ? 'issue' : 'issues'} fixed`;
  return medianDays === null ? sample : `${sample}, median ${medianDays} days`;
}
