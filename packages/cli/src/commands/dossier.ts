import { getDossier } from '@almanac/contract';
import { formatRating, percent } from '@almanac/core/scores';
import { sourceName } from '@almanac/core/sources';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { facts, paragraph } from '../output/sections.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export async function dossier(session: Session, id: string, fresh: boolean): Promise<ExitCode> {
  const { client, signal, colours } = session;
  const input = { params: { id }, query: fresh ? { fresh: 'true' as const } : {} };
  if (session.json) {
    session.printJson(await client.text(getDossier, input, { signal }));
    return EXIT.clean;
  }
  const answer = await client.call(getDossier, input, { signal });
  const { canonical, quality, agentHints, links } = answer;
  const title = canonical.title ?? null;
  const rating = formatRating(canonical.severity, canonical.cvssScore);
  session.print(
    `${colours.bold(plain(canonical.id))}  ${paintOf(colours, canonical.severity)(plain(rating))}  ${plain(canonical.availability.replace('_', ' '))}`,
    ...(title === null ? [] : paragraph(session, title)),
    '',
    ...facts(session, [
      ['exploited', canonical.kev === null ? null : `yes, in the KEV catalogue since ${canonical.kev.dateAdded}`],
      ['EPSS', canonical.epss === null ? null : `${percent(canonical.epss.epss)} within 30 days`],
      ['affected', packagesOf(canonical.affectedPackages)],
      ['fixed in', fixesOf(agentHints.knownFixedVersions)],
      ['quality', `grade ${quality.grade}; missing: ${quality.missingFields.join(', ') || 'nothing'}`],
      ...quality.conflicts.map(({ field, values, chosen, rule }) => {
        const said = values
          .map(({ source, value }) => `${sourceName(source)} says ${JSON.stringify(value)}`)
          .join(', ');
        return [
          'disagreement',
          `${field}: ${said}; ${chosen === null ? 'no value chosen' : `chosen: ${JSON.stringify(chosen)}`} (${rule})`,
        ] as const;
      }),
      ...agentHints.recommendedActions.map(
        ({ action, reason }) => ['do', `${action.replaceAll('_', ' ')}: ${reason}`] as const,
      ),
      [
        'automation',
        agentHints.safeForAutomation ? 'safe' : notSafe(agentHints.notSafeReasons ?? agentHints.notSafeBecause ?? []),
      ],
      ['page', links.html],
    ]),
    '',
    ...paragraph(session, coverageWords(answer)),
  );
  return EXIT.clean;
}

const NAMED = 8;

function notSafe(reasons: readonly string[]): string {
  if (reasons.length === 0) return 'not safe to automate';
  return `needs review: ${reasons.map((each) => each.replaceAll('_', ' ')).join('; ')}`;
}

function packagesOf(packages: readonly Readonly<Record<string, unknown>>[]): string {
  return listed(
    packages.map(({ ecosystem, name }) => [ecosystem, name].filter((part) => typeof part === 'string').join(' ')),
  );
}

function fixesOf(versions: readonly unknown[]): string {
  return listed(
    versions.map((known) => {
      const { ecosystem, name, version } = (known ?? {}) as Readonly<Record<string, unknown>>;
      return [ecosystem, name, version].filter((part) => typeof part === 'string').join(' ');
    }),
  );
}

function listed(words: readonly string[]): string {
  const different = [...new Set(words.filter((word) => word !== ''))];
  const left = different.length - NAMED;
  return `${different.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more (--json has all)` : ''}`;
}
