import { gunzipSync } from 'node:zlib';

export interface EpssRow {
  readonly cve: string;
  readonly epss: string;
  readonly percentile: string;
}

export function textOf(bytes: Buffer): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
}

/** Splits off comment and header. */
export function split(text: string): { head: string[]; rows: string[] } {
  const lines = text.split('\n').filter((line) => line !== '');
  const first = lines.findIndex((line) => line.startsWith('CVE-'));
  return first === -1 ? { head: lines, rows: [] } : { head: lines.slice(0, first), rows: lines.slice(first) };
}

export function rowsOf(text: string): EpssRow[] {
  return split(text).rows.map((line) => {
    const [cve = '', epss = '', percentile = ''] = line.split(',');
    return { cve, epss, percentile };
  });
}
