import {
  type Canonical,
  type CveLookup,
  type CveLookupBeside,
  getCve,
  getDossier,
  type Issue,
} from '@almanac/contract';
import { formatRating, percent } from '@almanac/core/scores';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { facts, paragraph } from '../output/sections.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

const NAMED = 5;

export async function cve(session: Session, id: string): Promise<ExitCode> {
  const { client, signal } = session;
  const input = { params: { id } };
  if (session.json) session.printJson(await client.text(getCve, input, { signal }));
  else {
    // The lookup has the CVE list's own rating; the dossier has the one reconciled from all sources.
    const [answer, { canonical }] = await Promise.all([
      client.call(getCve, input, { signal }),
      client.call(getDossier, { ...input, query: {} }, { signal }),
    ]);
    session.print(...formatCve(session, answer, canonical), '', ...paragraph(session, coverageWords(answer)));
  }
  return EXIT.clean;
}

function formatCve(
  session: Session,
  { data, status, quality }: CveLookupBeside & { readonly data: CveLookup },
  { id, severity, cvssScore, ...canonical }: Canonical,
): string[] {
  const { primary, epss, kev, nixpkgs } = data;
  const { colours } = session;
  const description = canonical.description ?? primary?.description ?? null;
  return [
    `${colours.bold(plain(id))}  ${paintOf(colours, severity)(plain(formatRating(severity, cvssScore)))}`,
    ...(status === undefined ? [] : paragraph(session, `${status.label}: ${status.note}`)),
    ...(description === null ? [] : ['', ...paragraph(session, description)]),
    '',
    ...facts(session, [
      [
        'exploited',
        kev === undefined ? null : `yes, in the KEV catalogue since ${kev.dateAdded}; ${kev.requiredAction}`,
      ],
      [
        'EPSS',
        epss === undefined ? null : `${percent(epss.epss)} within 30 days (percentile ${percent(epss.percentile)})`,
      ],
      ['published', primary?.published?.slice(0, 10) ?? null],
      ['modified', primary?.modified?.slice(0, 10) ?? null],
      [
        'affected',
        some(
          (primary?.affected ?? []).map(({ vendor, product }) => (vendor == null ? product : `${vendor} ${product}`)),
        ),
      ],
      [
        'nixpkgs',
        some(
          (nixpkgs?.packages ?? []).map(
            (one) => `${one.attribute} ${one.version ?? ''} (${one.channel}): ${one.verdict.replace('_', ' ')}`,
          ),
        ),
      ],
      ['issues', some((nixpkgs?.issues ?? []).map(issueWords))],
      ['sources', Object.keys(data.sources).join(', ')],
      ['references', some(primary?.references ?? [])],
      [
        'quality',
        quality === undefined
          ? null
          : `grade ${quality.grade}; missing: ${quality.missingFields.join(', ') || 'nothing'}`,
      ],
    ]),
  ];
}

/** Leaves the channels that have the fix to the issue's page. */
function issueWords({ number, title, state, fix }: Issue): string {
  const merged = fix?.pullRequest?.number;
  return `#${number} ${title} (${state}${merged === undefined ? '' : `; #${merged} merged`})`;
}

function some(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  const left = values.length - NAMED;
  return `${values.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more (--json has all)` : ''}`;
}
