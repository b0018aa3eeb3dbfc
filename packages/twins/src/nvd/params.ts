export interface NvdParams {
  readonly cveId: string | null;
  readonly modified: Window | null;
  readonly published: Window | null;
  readonly noRejected: boolean;
  readonly hasKev: boolean;
  readonly startIndex: number;
  readonly resultsPerPage: number;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Answered with 404, an empty body and this text in the `message` header. */
export class NvdParameterError extends Error {}

const KNOWN = new Set([
  'cveId',
  'lastModStartDate',
  'lastModEndDate',
  'pubStartDate',
  'pubEndDate',
  'noRejected',
  'hasKev',
  'startIndex',
  'resultsPerPage',
]);
const LONGEST_WINDOW = 120 * 86_400_000;
const LARGEST_PAGE = 2000;

export function paramsOf(query: URLSearchParams): NvdParams {
  for (const name of query.keys()) if (!KNOWN.has(name)) throw new NvdParameterError(`Invalid parameter: ${name}`);
  const cveId = query.get('cveId');
  if (cveId !== null && !/^CVE-\d{4}-\d{4,19}$/i.test(cveId)) throw new NvdParameterError('Invalid cveId parameter.');
  return {
    cveId: cveId === null ? null : cveId.toUpperCase(),
    modified: windowOf(query, 'lastModStartDate', 'lastModEndDate'),
    published: windowOf(query, 'pubStartDate', 'pubEndDate'),
    noRejected: query.has('noRejected'),
    hasKev: query.has('hasKev'),
    startIndex: wholeNumber(query, 'startIndex', 0, Number.MAX_SAFE_INTEGER),
    resultsPerPage: wholeNumber(query, 'resultsPerPage', LARGEST_PAGE, LARGEST_PAGE),
  };
}

/** Both ends or none, at most 120 days. */
function windowOf(query: URLSearchParams, startName: string, endName: string): Window | null {
  const [start, end] = [query.get(startName), query.get(endName)];
  if (start === null && end === null) return null;
  if (start === null || end === null)
    throw new NvdParameterError(`Both ${startName} and ${endName} are required when either is used.`);
  const window = { from: dateOf(startName, start), to: dateOf(endName, end) };
  if (window.to < window.from) throw new NvdParameterError(`${endName} must be after ${startName}.`);
  if (window.to - window.from > LONGEST_WINDOW)
    throw new NvdParameterError('The date range cannot exceed 120 consecutive days.');
  return window;
}

/** Since July 2025 dates without a full offset are refused; an unencoded `+` arrives as a blank. */
function dateOf(name: string, text: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  throw new NvdParameterError(`Invalid ${name} parameter.`);
}

function wholeNumber(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new NvdParameterError(`Invalid ${name} parameter.`);
}
