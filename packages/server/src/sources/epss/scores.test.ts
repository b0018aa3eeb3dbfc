import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../../test/corpus.ts';
import { glanceAtEpssFile, readEpssFile } from './scores.ts';

const HEAD = '#model_version:v2025.03.14,score_date:2026-02-12T00:00:00+0000\ncve,epss,percentile\n';
const rowsIn = (text: string) => [...readEpssFile(text).rows];

describe('an EPSS file', () => {
  it('tells model, day and scores', () => {
    const file = readEpssFile(`${HEAD}CVE-1999-0001,0.0142,0.7991\ncve-2021-44228,9.7e-01,1\n`);

    expect(file).toMatchObject({ scoreDate: '2026-02-12', modelVersion: 'v2025.03.14', count: 2, bad: 0 });
    expect([...file.rows]).toEqual([
      { cve: 'CVE-1999-0001', score: 0.0142, percentile: 0.7991 },
      { cve: 'CVE-2021-44228', score: 0.97, percentile: 1 },
    ]);
  });

  it.each([
    ['#model_version:v2025.03.14,score_date:2026-02-12T12:55:00Z', '2026-02-12'],
    ['#score_date:2026-02-12', '2026-02-12'],
    ['#score_date:2026-02-31', null],
    ['#score_date:tomorrow,', null],
    ['#', null],
    ['#:,,:', null],
  ])('dated by %s', (comment, day) => {
    expect(readEpssFile(`${comment}\ncve,epss,percentile\n`).scoreDate).toBe(day);
  });

  it('without a comment has no date', () => {
    expect(readEpssFile('cve,epss,percentile\nCVE-2020-0001,0.1,0.2\n')).toMatchObject({ scoreDate: null, count: 1 });
  });

  it('may end its lines in any way, and lack the last end', () => {
    const text = `${HEAD}CVE-2020-0001,0.1,0.2\nCVE-2020-0002,0.1,0.2`;

    expect(rowsIn(text.replaceAll('\n', '\r\n'))).toEqual(rowsIn(text));
    expect(rowsIn(text)).toHaveLength(2);
  });

  it.each([
    'CVE-2020-1',
    'CVE-2020-0001',
    'CVE-2020-0001,0.1',
    'CVE-2020-0001,,0.5',
    'CVE-2020-0001,0.5,',
    'CVE-2020-0001,high,0.5',
    'CVE-2020-0001,0x1,0.5',
    'CVE-2020-0001,1e400,0.5',
    'CVE-2020-0001,-0.1,0.5',
    'CVE-2020-0001,NaN,0.5',
    'CVE-1998-0001,0.1,0.5',
    'GHSA-aaaa,0.1,0.5',
    ',,',
    'null',
  ])('leaves out and counts the line %s', (line) => {
    expect(readEpssFile(`${HEAD}${line}\nCVE-2020-0002,0.1,0.2\n`)).toMatchObject({ count: 1, bad: 1 });
  });

  it('takes the first of two scores of a CVE', () => {
    const text = `${HEAD}CVE-2020-0001,0.1,0.2\nCVE-2020-0001,0.9,0.9\n`;

    expect(readEpssFile(text)).toMatchObject({ count: 1, bad: 1 });
    expect(rowsIn(text)).toEqual([{ cve: 'CVE-2020-0001', score: 0.1, percentile: 0.2 }]);
  });

  it('reports a number beyond 1, of which the scale must be another', () => {
    expect(readEpssFile(`${HEAD}CVE-2020-0001,14.2,0.2\n`).outside).toBe('CVE-2020-0001,14.2,0.2');
  });

  it('passes over columns behind the third', () => {
    const file = readEpssFile('#\ncve,epss,percentile,kev\nCVE-2020-0001,0.1,0.2,0.5\n');

    expect(file).toMatchObject({ columns: 'cve,epss,percentile,kev', count: 1, bad: 0 });
  });

  it('gives back whatever was written', () => {
    const share = fc.integer({ min: 0, max: 100_000 }).map((units) => units / 100_000);
    const row = fc.record({
      cve: fc
        .tuple(fc.integer({ min: 1999, max: 2099 }), fc.integer({ min: 1000 }))
        .map((parts) => `CVE-${parts.join('-')}`),
      score: share,
      percentile: share,
    });
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ cve }) => cve }), (rows) => {
        const text = rows.map(({ cve, score, percentile }) => `${cve},${score},${percentile}\n`).join('');
        expect(rowsIn(HEAD + text)).toEqual(rows);
      }),
    );
  });

  it('never throws, and counts every line that is not empty', () => {
    const line = fc.string({ unit: fc.constantFrom('C', 'V', 'E', '-', '2', '0', ',', '.', 'e', '\r', '#', 'é') });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { count, bad } = readEpssFile(`${HEAD}${lines.join('\n')}`);
        expect(count + bad).toBe(lines.filter((each) => each.replace(/\r$/, '') !== '').length);
      }),
    );
  });

  it.each([
    ['lines without a comma', 'x\n'],
    ['commas without a line', ','],
    ['quotes', '"'],
    ['digits', 'CVE-2020-1'],
    ['empty lines', '\n'],
  ])('of %s takes ten times as long when it is ten times as large, not a hundred times', (_name, part) => {
    const time = (size: number) => {
      const text = HEAD + part.repeat(size / part.length);
      const start = process.cpuUsage().user;
      readEpssFile(text);
      return process.cpuUsage().user - start;
    };
    time(300_000);

    expect(time(3_000_000)).toBeLessThan(40 * Math.max(time(300_000), 5000));
  });

  it.skipIf(!hasCorpus)('of 360,142 rows is read without a line left out', async () => {
    const packed = await readFile(corpusFile('epss/epss_scores-2026-08-16.csv.gz'));
    const text = gunzipSync(packed).toString('latin1');
    readEpssFile(text);
    const start = process.cpuUsage().user;

    const file = readEpssFile(text);

    const seconds = (process.cpuUsage().user - start) / 1e6;
    console.log(
      `${file.count} rows in ${seconds.toFixed(2)} s of one core: ${Math.round(file.count / seconds)} rows/s`,
    );
    expect(file).toMatchObject({ scoreDate: '2026-08-16', count: 360_142, bad: 0, outside: null });
    expect([...file.rows].at(-1)).toEqual({
      cve: expect.stringMatching(/^CVE-2026-/),
      score: expect.any(Number),
      percentile: expect.any(Number),
    });
  });
});

describe('a glance at an EPSS file that was read before', () => {
  it.each([
    ['as published', `${HEAD}CVE-1999-0001,0.0142,0.7991\nCVE-2021-44228,0.97,1\n`],
    ['without its last line break', `${HEAD}CVE-1999-0001,0.0142,0.7991`],
    ['with the line breaks of Windows', `${HEAD}CVE-1999-0001,0.0142,0.7991\n`.replaceAll('\n', '\r\n')],
    ['of the days before comments', 'cve,epss,percentile\nCVE-1999-0001,0.0142,0.7991\n'],
  ])('tells the same of one %s', (_what, text) => {
    const { rows: _read, ...told } = readEpssFile(text);

    const { rows: _unread, ...glanced } = glanceAtEpssFile(Buffer.from(text));

    expect(glanced).toEqual(told);
  });
});
