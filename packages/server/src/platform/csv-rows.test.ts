import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows, fieldsOfRow, MalformedCsv } from './csv-rows.ts';

const texts = (table: string) => Array.from(csvRows(Buffer.from(table)), ({ bytes }) => Buffer.from(bytes).toString());
const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;

describe('rowsOf', () => {
  it.each<[string, string, string[]]>([
    ['lines', 'a,b\nc,d\n', ['a,b', 'c,d']],
    ['lines of Windows', 'a,b\r\nc,d\r\n', ['a,b', 'c,d']],
    ['a last line without its end', 'a,b\nc', ['a,b', 'c']],
    ['empty lines', '\na\n\r\n\nb\n', ['a', 'b']],
    ['a byte order mark', '\ufeffa,b\n', ['a,b']],
    ['line ends and commas within quotes', '1,"a\nb, c"\n2,d\n', ['1,"a\nb, c"', '2,d']],
    ['doubled quotes', '1,"a ""b"" c"\n', ['1,"a ""b"" c"']],
    ['quotes that begin nothing', '1,a "b" c\n2,d"\n', ['1,a "b" c', '2,d"']],
    ['nothing', '', []],
  ])('finds %s', (_name, table, rows) => {
    expect(texts(table)).toEqual(rows);
  });

  it('tells whether the last line has its end', () => {
    expect(Array.from(csvRows(Buffer.from('a\nb')), ({ ended }) => ended)).toEqual([true, false]);
  });

  it.each([
    ['a quote that is not closed', '1,"a\n2,b\n', 'a quoted field has no end'],
    ['one that is closed by a later row', '1,"a\n2,"b"\n', 'text after a closing quote'],
  ])('refuses %s', (_name, table, reason) => {
    expect(() => texts(table)).toThrow(MalformedCsv);
    expect(() => texts(table)).toThrow(reason);
  });
});

describe('fieldsOfRow', () => {
  it.each<[string, string[]]>([
    ['a', ['a']],
    ['a,', ['a', '']],
    [',,', ['', '', '']],
    ['"a, b",c', ['a, b', 'c']],
    ['"a ""b""",""', ['a "b"', '']],
    ['a "b",c"', ['a "b"', 'c"']],
  ])('%s', (row, fields) => {
    expect(fieldsOfRow(row)).toEqual(fields);
  });

  it('gives back what was written', () => {
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: columns, maxLength: columns }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(table, (rows) => {
        const written = rows.map((row) => row.map(quoted).join(',')).join('\n');

        const read = texts(written).map((row) => fieldsOfRow(row));

        expect(read).toEqual(rows.map((row) => row.map((field) => field.toWellFormed())));
      }),
    );
  });
});

/** As PHP's `fputcsv` writes it: a quote after a backslash stays as it is. */
const phpQuoted = (field: string) => `"${field.replaceAll(/(\\+")|"/g, (_, escaped) => escaped ?? '""')}"`;

describe('a table that PHP wrote', () => {
  it.each<[string, string]>([
    ['in the middle', String.raw`say \"hi\" loudly`],
    ['before a comma', String.raw`say \"hi\", then go`],
    ['at the end', String.raw`say \"hi\"`],
    ['beside doubled ones', String.raw`"say" \"hi\" and "go"`],
    ['after two backslashes', String.raw`C:\\"x`],
    ['alone', String.raw`\"`],
  ])('has quotes after a backslash %s', (_name, odd) => {
    const rows = [
      ['id', 'text', 'more'],
      ['1', odd, 'a b'],
      ['2', 'c, d', ''],
    ];
    const written = rows.map((row) => row.map(phpQuoted).join(',')).join('\n');

    const read = texts(written).map((row) => fieldsOfRow(row, 3));

    expect(read).toEqual(rows);
  });

  it('may have a row that lacks a field', () => {
    const table = 'id,text,more\n1,"say \\"hi\\""\n2,b,c\n';

    expect(texts(table)).toEqual(['id,text,more', '1,"say \\"hi\\""', '2,b,c']);
  });

  it('may have a field that ends with a backslash', () => {
    const table = '"id","path","more"\n"1","C:\\","a"\n"2","D:\\","b"\n';

    expect(texts(table).map((row) => fieldsOfRow(row, 3))).toEqual([
      ['id', 'path', 'more'],
      ['1', 'C:\\', 'a'],
      ['2', 'D:\\', 'b'],
    ]);
  });
});
