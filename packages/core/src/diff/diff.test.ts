import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amendFile } from './amend.ts';
import { applyDiff } from './apply.ts';
import type { DiffFile, DiffLine } from './model.ts';
import { parseDiff } from './parse.ts';
import { printDiff } from './print.ts';

const BUMP = `diff --git a/pkgs/by-name/ha/harbour/package.nix b/pkgs/by-name/ha/harbour/package.nix
index 1111111..2222222 100644
--- a/pkgs/by-name/ha/harbour/package.nix
+++ b/pkgs/by-name/ha/harbour/package.nix
@@ -3,5 +3,5 @@ stdenv.mkDerivation
   pname = "harbour";
-  version = "1.0";
+  version = "1.1";
 
   src = fetchurl {
     url = "x";
@@ -20 +20,2 @@
-  old
+  new
+  newer
\\ No newline at end of file
`;

const CANONICAL: Record<string, string> = {
  'several hunks and a last line without an end': BUMP,
  'a new file': `diff --git a/a b/a\nnew file mode 100644\nindex 0000000..1\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n`,
  'a deleted file': `diff --git a/a b/a\ndeleted file mode 100644\nindex 1..0\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`,
  'a rename': `diff --git a/a b/b c\nsimilarity index 100%\nrename from a\nrename to b c\n`,
  'a rename with a change': `diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n`,
  'a copy': `diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n`,
  'another mode': `diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n`,
  'a notice of a binary file': `diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n`,
  'a binary patch': `diff --git a/a.png b/a.png\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZPo000310RR91\n\n`,
  'quoted paths': `diff --git "a/p\\303\\244\\tth\\".nix" "b/p\\303\\244\\tth\\".nix"\n--- "a/p\\303\\244\\tth\\".nix"\n+++ "b/p\\303\\244\\tth\\".nix"\n@@ -1 +1 @@\n-x\n+y\n`,
  'paths with blanks': `diff --git a/a b c b/a b c\n--- a/a b c\t\n+++ b/a b c\t\n@@ -1 +1 @@\n-x\n+y\n`,
  'lines that end with a carriage return': `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\r\n-y\r\n+z\r\n`,
  'no header of git': `--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n`,
  'an empty file': `diff --git a/a b/a\nnew file mode 100644\nindex 0000000..e69de29\n`,
};

describe('parseDiff', () => {
  it('gives every line its numbers before and after', () => {
    const [file] = filesOf(BUMP);

    expect(file).toMatchObject({ oldPath: 'pkgs/by-name/ha/harbour/package.nix', status: 'changed' });
    expect(file?.hunks[0]?.section).toBe(' stdenv.mkDerivation');
    expect(file?.hunks.flatMap(({ lines }) => lines.map((line) => [line.oldNumber, line.newNumber]))).toEqual([
      [3, 3],
      [4, null],
      [null, 4],
      [5, 5],
      [6, 6],
      [7, 7],
      [20, null],
      [null, 20],
      [null, 21],
    ]);
    expect(file?.hunks[1]?.lines.map(({ unended }) => unended)).toEqual([false, false, true]);
  });

  it.each(Object.entries(CANONICAL))('reads and writes %s', (_, text) => {
    expect(printDiff(filesOf(text))).toBe(text);
  });

  it('reads paths as they are meant', () => {
    expect(filesOf(CANONICAL['quoted paths'] ?? '')[0]?.newPath).toBe('pä\tth".nix');
    expect(filesOf(CANONICAL['paths with blanks'] ?? '')[0]?.oldPath).toBe('a b c');
    expect(filesOf(CANONICAL['a rename'] ?? '')[0]).toMatchObject({ oldPath: 'a', newPath: 'b c', status: 'renamed' });
    expect(filesOf(CANONICAL['a new file'] ?? '')[0]).toMatchObject({ oldPath: null, newPath: 'a', status: 'added' });
  });

  it('passes over what a mail has around a diff', () => {
    const mail = `From 1 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n---\n a | 2 +-\n\n${CANONICAL['no header of git']}-- \n2.43.0\n\n`;

    expect(filesOf(mail)).toHaveLength(1);
  });

  it('takes lines of context without the blank that an editor removed, and headers with carriage returns', () => {
    const text = 'diff --git a/a b/a\r\n--- a/a\r\n+++ b/a\r\n@@ -1,2 +1,2 @@\r\n\n-y\n+z\n';

    expect(filesOf(text)[0]).toMatchObject({
      newPath: 'a',
      hunks: [{ lines: [{ kind: 'context', text: '' }, {}, {}] }],
    });
  });

  it.each([
    ['nothing', '', 1, 'no file name found: expected `diff --git a/… b/…`, or `--- a/…` and `+++ b/…`'],
    [
      'prose',
      'please merge\nthank you\n',
      1,
      'no file name found: expected `diff --git a/… b/…`, or `--- a/…` and `+++ b/…`',
    ],
    ['a hunk without a file', '@@ -1 +1 @@\n-x\n+y\n', 1, 'before any file'],
    ['a heading that is none', '--- a/a\n+++ b/a\n@@ -x +1 @@\n', 3, 'a hunk must start with `@@ -1,3 +1,4 @@`'],
    ['a hunk that ends early', '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n', 4, 'the hunk is too short:'],
    [
      'a hunk cut by the next file',
      '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\ndiff --git a/b b/b\n',
      5,
      'the hunk is too short:',
    ],
    ['a hunk with more than it says', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n+z\n', 6, 'more lines'],
    ['too many from before', '--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-x\n-y\n', 5, 'exceeds 1 lines of the file before'],
    ['lines counted from 0', '--- a/a\n+++ b/a\n@@ -0,1 +1 @@\n-x\n+y\n', 3, 'line numbers start at 1'],
    ['a --- without +++', 'diff --git a/a b/a\n--- a/a\n@@ -1 +1 @@\n', 3, 'expected `+++`'],
    ['no hunk after the names', 'diff --git a/a b/a\n--- a/a\n+++ b/a\n', 4, 'expected a hunk'],
    ['paths that cannot be told', 'diff --git a\n', 1, 'two paths'],
    ['a broken quote', 'diff --git "a/\\9" b/a\n', 1, 'two paths'],
    ['a mode that is none', 'diff --git a/a b/a\nold mode 9\n', 2, 'six octal digits'],
    ['hunks out of order', `--- a/a\n+++ b/a\n@@ -5 +5 @@\n-x\n+y\n@@ -2 +2 @@\n-x\n+y\n`, 6, 'overlaps the one above'],
    [
      'a new file with a past',
      'diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n',
      1,
      'is new',
    ],
    ['a hunk of context alone', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n x\n', 3, 'changes nothing'],
    ['two sides of nothing', '--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n', 2, 'both sides'],
  ])('says where %s is malformed', (_, text, line, reason) => {
    expect(parseDiff(text).problem).toEqual({ line, reason: expect.stringContaining(reason) });
  });

  it('does not read more lines than it has room for', () => {
    expect(parseDiff('\n'.repeat(250_001)).problem?.reason).toContain('250000 lines');
  });

  it('reads whatever it writes', () => {
    fc.assert(
      fc.property(changedText, ({ file }) => {
        const text = printDiff([file]);

        expect(filesOf(text)).toEqual([file]);
        expect(printDiff(filesOf(text))).toBe(text);
      }),
    );
  });

  it('never throws, and what it reads it can write and read again', () => {
    const words = fc.constantFrom(
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '-a',
      '+b',
      ' c',
      '\\ No',
      '',
      '"',
      'rename to "x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (lines) => {
        const { files } = parseDiff(lines.join('\n'));

        if (files !== null) expect(filesOf(printDiff(files))).toEqual(files);
      }),
    );
  });

  it('takes five times as long for five times as much', () => {
    const hunk = (i: number) =>
      `@@ -${i * 10 + 1},2 +${i * 10 + 1},2 @@\n context of some length as lines have\n-old ${i}\n+new ${i}\n`;
    const make = (hunks: number) => `--- a/a\n+++ b/a\n${Array.from({ length: hunks }, (_, i) => hunk(i)).join('')}`;
    const [small, large] = [make(3_000), make(15_000)];

    expect(
      growthOf(
        () => parseDiff(small),
        () => parseDiff(large),
      ),
    ).toBeLessThanOrEqual(12);
  });
});

describe('applyDiff', () => {
  it('makes of the text before the text after', () => {
    fc.assert(
      fc.property(changedText, ({ before, after, file }) => {
        expect(applyDiff(file, before)).toBe(after);
      }),
    );
  });

  it('refuses a text that is not what the diff was made for', () => {
    const [file] = filesOf(CANONICAL['no header of git'] ?? '');

    expect(() => file && applyDiff(file, 'other\n')).toThrow('line 1');
  });
});

describe('amendFile', () => {
  const [file] = filesOf(BUMP);
  const base = `1\n2\n  pname = "harbour";\n  version = "1.0";\n\n  src = fetchurl {\n    url = "x";\n${'.\n'.repeat(12)}  old\n`;

  it('changes what the diff has made', () => {
    if (file === undefined) throw new Error('no file');
    const result = applyDiff(file, base) ?? '';

    const amended = amendFile(file, [
      { kind: 'replace', line: 4, lines: ['  version = "1.2";'] },
      { kind: 'insert', line: 2, lines: ['  first'] },
      { kind: 'replace', line: 20, lines: [] },
    ]);

    expect(amended && applyDiff(amended, result)).toBe(
      result.replace('1.1', '1.2').replace('  pname', '  first\n  pname').replace('  new\n', ''),
    );
  });

  it('leaves alone what the diff does not show', () => {
    expect(file && amendFile(file, [{ kind: 'replace', line: 12, lines: ['x'] }])).toBeNull();
    expect(file && amendFile(file, [{ kind: 'insert', line: 21, lines: ['x'] }])).toBeNull();
  });
});

function filesOf(text: string): readonly DiffFile[] {
  const { files, problem } = parseDiff(text);
  if (files === null) throw new Error(`line ${problem.line}: ${problem.reason}`);
  return files;
}

/** A text, what has become of it, and the one hunk that says so. */
const changedText = fc
  .array(fc.tuple(fc.constantFrom('context', 'added', 'removed'), fc.stringMatching(/^[ -~\r]{0,20}$/)), {
    minLength: 1,
  })
  .filter((lines) => lines.some(([kind]) => kind === 'removed') && lines.some(([kind]) => kind === 'added'))
  .map((lines) => {
    const numbers = { old: 1, new: 1 };
    const read = lines.map(
      ([kind, text]): DiffLine => ({
        kind,
        text,
        oldNumber: kind === 'added' ? null : numbers.old++,
        newNumber: kind === 'removed' ? null : numbers.new++,
        unended: false,
      }),
    );
    const side = (other: string) => read.flatMap(({ kind, text }) => (kind === other ? [] : [`${text}\n`])).join('');
    const hunk = {
      oldStart: 1,
      oldCount: numbers.old - 1,
      newStart: 1,
      newCount: numbers.new - 1,
      section: '',
      lines: read,
    };
    const none = { oldMode: null, newMode: null, similarity: null, index: null, binary: null };
    const file: DiffFile = { oldPath: 'a b', newPath: 'a b', status: 'changed', git: true, ...none, hunks: [hunk] };
    return { before: side('added'), after: side('removed'), file };
  });

/** The least of four measurements: a neighbour on the core may spoil one. */
function growthOf(small: () => unknown, large: () => unknown): number {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && growth > 12; attempt += 1) {
    growth = Math.min(growth, cpuTime(large) / Math.max(cpuTime(small), 500));
  }
  return growth;
}

function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
