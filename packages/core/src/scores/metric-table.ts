/** One metric of a CVSS version: its short name, its full name, and its values in words. */
export interface CvssMetric {
  readonly key: string;
  readonly name: string;
  readonly group: 'base' | 'temporal' | 'environmental' | 'threat' | 'supplemental';
  /** Value to its words. */
  readonly values: Readonly<Record<string, string>>;
}

/** Rows of one group, written as short name, full name, and `value words, value words`. */
export function metricTable(
  group: CvssMetric['group'],
  rows: readonly (readonly [string, string, string])[],
): CvssMetric[] {
  return rows.map(([key, name, values]) => ({
    key,
    name,
    group,
    values: Object.fromEntries(values.split(', ').map(splitAtSpace)),
  }));
}

function splitAtSpace(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}
