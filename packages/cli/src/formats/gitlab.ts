import { describeNext } from '@almanac/core/advice';
import { plainJson } from '../output/plain-text.ts';
import type { ScanFormat, ScanReport } from './format.ts';
import { type FoundLine, foundLines, packageWords, stateOfFound, wordsOfFound } from './found.ts';
import { rowsWithFindings } from './rows-of-files.ts';

const SCHEMA_VERSION = '15.2.1';

const SEVERITIES = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as const;

/** GitLab dependency scanning report: https://gitlab.com/gitlab-org/security-products/security-report-schemas */
export const gitlabFormat: ScanFormat = {
  name: 'gitlab',
  write(report) {
    const { result, about } = report;
    // The schema wants times without a zone.
    const time = about.timestamp.slice(0, 19);
    const tool = {
      id: 'almanac',
      name: 'Almanac',
      version: about.toolVersion,
      vendor: { name: 'Almanac' },
      url: about.site,
    };
    const lines = foundLines(result.rows).filter((line) => stateOfFound(line) !== 'patched');
    const document = {
      version: SCHEMA_VERSION,
      scan: {
        type: 'dependency_scanning',
        status: 'success',
        start_time: time,
        end_time: time,
        analyzer: tool,
        scanner: tool,
        messages: result.gaps.map(({ words }) => ({ level: 'warn', value: words })),
      },
      vulnerabilities: lines.map((line) => vulnerability(line, report)),
      dependency_files: rowsWithFindings(result).map(({ path, rows }) => ({
        path,
        package_manager: result.files.find((file) => file.path === path)?.reading.file?.kind ?? 'unknown',
        dependencies: rows
          .filter(({ component }) => component.purl !== null)
          .map(({ component: { name, version } }) => ({ package: { name }, version: version ?? '' })),
      })),
    };
    return plainJson(JSON.stringify(document, null, 2));
  },
};

function vulnerability(line: FoundLine, { about }: ScanReport): object {
  const { row, finding } = line;
  const { id, aliases, title, severity, decision } = finding;
  const state = stateOfFound(line);
  return {
    id: `${row.file}:${row.component.purl ?? row.component.name}:${id}`,
    name: title ?? `${id} in ${packageWords(row)}`,
    description: wordsOfFound(line),
    severity: severity === null ? 'Unknown' : SEVERITIES[severity],
    ...(state === 'affected' ? { solution: describeNext(row.advice) } : {}),
    identifiers: [id, ...aliases].map((each) => identifier(each, about.site)),
    links: [{ url: `${about.site}/${encodeURIComponent(id)}` }],
    location: {
      file: row.file,
      dependency: { package: { name: row.component.name }, version: row.component.version ?? '' },
    },
    ...(state === 'suppressed'
      ? {
          flags: [
            {
              type: 'flagged-as-likely-false-positive',
              origin: 'Almanac',
              description: decision?.decision.reason ?? '',
            },
          ],
        }
      : {}),
  };
}

function identifier(id: string, site: string): object {
  const type = id.split('-', 1)[0]?.toLowerCase() ?? 'other';
  return { type, name: id, value: id, url: `${site}/${encodeURIComponent(id)}` };
}
