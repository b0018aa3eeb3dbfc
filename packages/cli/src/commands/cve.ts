import { type CveLookup, type CveLookupBeside, getCve, type Issue } from '@almanac/contract';
import { percent } from '@almanac/core/scores';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { facts, paragraph } from '../output/sections.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

/** So many of a list are named. */
const NAMED = 5;

export async function cve(session: Session, id: string): Promise<ExitCode> {
  const { client, signal } = session;
  const input = { params: { id } };
  if (session.json) session.printJson(await client.text(getCve, input, { signal }));
  else {
    const answer = await client.call(getCve, input, { signal });
    session.print(...cveLines(session, id, answer.data, answer), '', ...paragraph(session, coverageWords(answer)));
  }
  return EXIT.clean;
}

function cveLines(session: Session, asked: string, data: CveLookup, { status, quality }: CveLookupBeside): string[] {
  const { primary, epss, kev, nixpkgs } = data;
  const { colours } = session;
  const paint = paintOf(colours, primary?.severity ?? null);
  const rating = primary?.severity == null ? 'not rated' : `${primary.severity.toLowerCase()} ${primary.cvss ?? ''}`;
  const id = primary?.id ?? data.cve_id ?? asked;
  return [
    `${colours.bold(plain(id))}  ${paint(plain(rating))}`,
    ...(status === undefined ? [] : paragraph(session, `${status.label}: ${status.note}`)),
    ...(primary?.description == null ? [] : ['', ...paragraph(session, primary.description)]),
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

/** The issue, and the pull request that fixes it, if one is merged: which channels it has reached is on the issue's page. */
function issueWords({ number, title, state, fix }: Issue): string {
  const merged = fix?.pullRequest?.number;
  return `#${number} ${title} (${state}${merged === undefined ? '' : `; #${merged} merged`})`;
}

function some(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  const left = values.length - NAMED;
  return `${values.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more (--json has all)` : ''}`;
}
