import type { EcosystemStats } from '@almanac/contract';
import { bars } from '../charts/bars.ts';
import { table } from '../markup.ts';
import { type Topic, told, whole } from './topic.ts';

const LARGEST = 15;

export const ecosystemCounts: Topic<EcosystemStats> = {
  id: 'ecosystems',
  title: 'Ecosystems',
  question: 'Which ecosystems are covered, and are they up to date?',
  json: '/ecosystem-stats',
  show({ ecosystems, totals, withoutEcosystem }) {
    const behind = ecosystems.filter(({ state }) => state !== 'ok');
    const largest = ecosystems.toSorted((a, b) => b.vulnerabilities - a.vulnerabilities).slice(0, LARGEST);
    return {
      sentence: `${whole(totals.vulnerabilities)} vulnerabilities in ${whole(totals.packages)} packages of ${totals.ecosystems} ecosystems. ${behind.length === 0 ? 'All are up to date.' : `${behind.length} ${behind.length === 1 ? 'is' : 'are'} not up to date: ${behind.map(({ ecosystem }) => ecosystem).join(', ')}.`}`,
      chart: (size) =>
        bars(
          {
            id: 'ecosystems',
            title: 'Vulnerabilities by ecosystem',
            description: `The ${largest.length} ecosystems with the most vulnerabilities, most first.`,
            legend: [],
            bars: largest.map(({ ecosystem, vulnerabilities }) => ({
              label: ecosystem,
              parts: [{ fill: 'ruled', value: vulnerabilities }],
              note: whole(vulnerabilities),
            })),
            scale: 'amount',
          },
          size,
        ),
      numbers: table(
        'Ecosystems',
        [
          ['Ecosystem', 'name'],
          ['Vulnerabilities', 'brief'],
          ['Packages', 'brief'],
          ['Records', 'brief'],
          ['Malware', 'brief'],
          ['State', 'brief'],
        ],
        ecosystems.map(({ ecosystem, vulnerabilities, packages, records, malware, state }) => [
          ecosystem,
          told(vulnerabilities, 'vulnerabilities'),
          told(packages, 'packages'),
          told(records, 'records'),
          told(malware, 'malware'),
          state === 'ok' ? 'up to date' : state,
        ]),
      ),
      notes: [
        'Releases of a distribution count as one ecosystem. A vulnerability in several ecosystems counts in each, and once in the total.',
        `${whole(withoutEcosystem)} records name only commits, or nothing, and belong to no ecosystem.`,
      ],
    };
  },
};
