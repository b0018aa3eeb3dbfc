import type { Fields } from '../feed/record-feed.ts';
import { isWithdrawn, remaining, withNovelty } from '../feed/shown.ts';
import { type Answer, jsonAnswer, type TwinRequest } from '../frame/answer.ts';
import { brokenRecord, brokenRecordPlace, withBrokenRecord } from '../frame/broken-record.ts';
import { type DocumentFault, faultOf } from '../frame/fault.ts';
import type { EpssRow } from './rows.ts';

interface ApiDeps {
  latest(now: number): string | null;
  rows(date: string, now: number): readonly EpssRow[] | null;
}

const LONGEST_LIST = 2000;
const USUAL_LIMIT = 100;

/** Filters by id or bounds, with paging. Numbers are strings. */
export function epssApi(deps: ApiDeps): (request: TwinRequest) => Answer {
  return ({ url, now, faults }) => {
    const params = url.searchParams;
    const asked = params.get('cve');
    if (asked !== null && asked.length > LONGEST_LIST) return refusal('The parameter cve is too long');
    const date = params.get('date') ?? deps.latest(now) ?? '';
    const all = deps.rows(date, now) ?? [];
    const found = [...remaining(all.filter(filterOf(params)), faults)].filter(({ cve }) => !isWithdrawn(cve, faults));
    const sorted = ordered(found, params.get('order'));
    const [offset, limit] = [wholeNumber(params.get('offset'), 0), wholeNumber(params.get('limit'), USUAL_LIMIT)];
    const data = sorted.slice(offset, offset + limit).map((row) => itemOf(row, date, faults));
    return {
      type: 'application/json',
      body: written(
        { status: 'OK', 'status-code': 200, version: '1.0', access: 'public', total: found.length, offset, limit },
        data,
        faults,
      ),
    };
  };
}

function filterOf(params: URLSearchParams): (row: EpssRow) => boolean {
  const ids = params.get('cve') === null ? null : new Set(params.get('cve')?.split(','));
  const bound = (name: string, usual: number) => Number(params.get(name) ?? usual);
  // All bounds are inclusive, whatever their names say.
  const [low, high] = [bound('epss-gt', 0), bound('epss-lt', 1)];
  const [lowRank, highRank] = [bound('percentile-gt', 0), bound('percentile-lt', 1)];
  return ({ cve, epss, percentile }) => {
    if (ids !== null && !ids.has(cve)) return false;
    const [score, rank] = [Number(epss), Number(percentile)];
    return score >= low && score <= high && rank >= lowRank && rank <= highRank;
  };
}

/** `epss` ascending, `!epss` descending, by id otherwise. */
function ordered(rows: readonly EpssRow[], order: string | null): readonly EpssRow[] {
  if (order !== 'epss' && order !== '!epss') return rows;
  const sign = order === 'epss' ? 1 : -1;
  return rows.toSorted((a, b) => sign * (Number(a.epss) - Number(b.epss)));
}

function itemOf({ cve, epss, percentile }: EpssRow, date: string, faults: readonly DocumentFault[]): Fields {
  const shift = faultOf(faults, 'future_dates')?.ms ?? 0;
  const shown = shift === 0 ? date : new Date(Date.parse(date) + shift).toISOString().slice(0, 10);
  const item = { cve, epss: Number(epss).toFixed(9), percentile: Number(percentile).toFixed(9), date: shown };
  return faultOf(faults, 'schema_addition') === undefined ? item : withNovelty(item);
}

function written(head: Fields, data: readonly Fields[], faults: readonly DocumentFault[]): Buffer {
  const breakage = faultOf(faults, 'malformed_record');
  const victim = data.find(({ cve }) => cve === (breakage?.record ?? data[0]?.['cve']));
  if (breakage === undefined || victim === undefined) return Buffer.from(JSON.stringify({ ...head, data }));
  const holed = data.map((item) => (item === victim ? brokenRecordPlace : item));
  return withBrokenRecord(Buffer.from(JSON.stringify({ ...head, data: holed })), brokenRecord(victim, breakage.way));
}

function wholeNumber(text: string | null, usual: number): number {
  const value = Number(text ?? usual);
  return Number.isSafeInteger(value) && value >= 0 ? value : usual;
}

function refusal(message: string): Answer {
  return jsonAnswer({ status: 'ERROR', 'status-code': 400, version: '1.0', message }, { status: 400 });
}
