import { gzipSync } from 'node:zlib';
import { isWithdrawn, remaining } from '../feed/shown.ts';
import { type Breakage, type DocumentFault, faultOf } from '../frame/fault.ts';
import { split, textOf } from './rows.ts';

export function spoiltFile(bytes: Buffer, faults: readonly DocumentFault[]): Buffer {
  if (faults.length === 0) return bytes[0] === 0x1f ? bytes : gzipSync(bytes);
  const { head, rows } = split(textOf(bytes));
  const shown = [...remaining(rows, faults)].filter((row) => !isWithdrawn(idOf(row), faults));
  const addition = faultOf(faults, 'schema_addition') !== undefined;
  const shift = faultOf(faults, 'future_dates')?.ms ?? 0;
  const titles = head.map((line) => (line.startsWith('#') ? later(line, shift) : `${line}${addition ? ',kev' : ''}`));
  const texts = [...titles, ...(addition ? shown.map((row) => `${row},0.5`) : shown)];
  const lines: Buffer[] = texts.map((text) => Buffer.from(text));
  const breakage = faultOf(faults, 'malformed_record');
  const victim = shown.findIndex((row) => idOf(row) === (breakage?.record ?? idOf(shown[0] ?? '')));
  if (breakage !== undefined && victim !== -1)
    lines[head.length + victim] = WAYS[breakage.way](idOf(shown[victim] ?? ''), shown[victim] ?? '');
  return gzipSync(Buffer.concat(lines.flatMap((line) => [line, NEWLINE])));
}

const NEWLINE = Buffer.from('\n');

/** Table equivalents of broken JSON records. */
const WAYS: Readonly<Record<Breakage, (id: string, row: string) => Buffer>> = {
  syntax: (id) => Buffer.from(id),
  wrong_type: (id) => Buffer.from(`${id},high,often`),
  missing_field: (id) => Buffer.from(`${id},,0.5`),
  null_record: () => Buffer.from('null'),
  deep_nesting: (id) => Buffer.from(`${id},${'"'.repeat(200_001)},0.5`),
  lone_surrogate: (id) => Buffer.concat([Buffer.from(`${id},0.5,`), Buffer.from([0xed, 0xa0, 0x80])]),
  huge_number: (id) => Buffer.from(`${id},1e400,0.5`),
  duplicate_key: (id, row) => Buffer.from(`${id},0.99999,0.99999\n${row}`),
  invalid_utf8: (id) => Buffer.concat([Buffer.from(`${id},`), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(',0.5')]),
};

function idOf(row: string): string {
  return row.slice(0, row.indexOf(','));
}

function later(comment: string, ms: number): string {
  const at = comment.indexOf('score_date:') + 'score_date:'.length;
  const date = Date.parse(comment.slice(at, at + 10));
  if (ms === 0 || !Number.isFinite(date)) return comment;
  return comment.slice(0, at) + new Date(date + ms).toISOString().slice(0, 10) + comment.slice(at + 10);
}
