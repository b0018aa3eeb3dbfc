import { type Attack, postJson, prepared } from './attack.ts';

/** Six files of one kind: 200 patches dropped and 200 added, each line with as many CVE ids as it holds. */
export const crowdedPatches: Attack = (url, deps) => postJson(`${url}/api/v1/pr/fix`, deps, patches());

/** Lines of nothing but bindings. */
export const crowdedBindings: Attack = (url, deps) => postJson(`${url}/api/v1/pr/validate`, deps, bindings());

/** Ten megabytes of JSON with a name in them that makes a parser look for poisoned prototypes. */
export const poisonedBody: Attack = (url, deps) => postJson(`${url}/api/v1/pr/validate`, deps, poisoned());

/** The same where JSON is read with the request, as much as is taken there. */
export const poisonedList: Attack = (url, deps) => postJson(`${url}/api/v1/purls`, deps, poisonedSmall());

/** The same as a bill of materials. */
export const poisonedPlan: Attack = (url, deps) => postJson(`${url}/api/v1/remediation/plan`, deps, poisonedSmall());

/** A NUL character in the name of a package. */
export const nulInDiff: Attack = (url, deps) =>
  postJson(`${url}/api/v1/pr/validate`, deps, JSON.stringify({ diff: bumpOf('a\0b') }));

const patches = prepared(() => JSON.stringify({ diff: crowdedPatchesDiff(6) }));
const bindings = prepared(() => JSON.stringify({ diff: crowdedBindingsDiff(2_600) }));
const poisoned = prepared(() => poisonedJson(10 << 20));
const poisonedSmall = prepared(() => poisonedJson(1 << 20));

export function crowdedPatchesDiff(files: number): string {
  return Array.from({ length: files }, (_, file) => {
    const line = (sign: string, i: number) => `${sign}    ./${crowdedIds((file * 400 + i) * 140)}.patch`;
    const removed = Array.from({ length: 200 }, (_each, i) => line('-', i));
    const added = Array.from({ length: 200 }, (_each, i) => line('+', 200 + i));
    return diffOf(`pkgs/by-name/pk/pkg${file}/package.nix`, [...removed, ...added]);
  }).join('');
}

export function crowdedBindingsDiff(lines: number): string {
  return diffOf(
    'pkgs/by-name/pk/pkga/package.nix',
    Array.from({ length: lines }, () => `+${'a='.repeat(999)}`),
  );
}

export function bumpOf(name: string): string {
  return diffOf('pkgs/by-name/pk/pkga/package.nix', [
    `   pname = "${name}";`,
    '-  version = "1";',
    '+  version = "2";',
  ]);
}

export function poisonedJson(bytes: number): string {
  const member = '{"constructor":[[]]},';
  const start = '{"diff":"x","more":[';
  return `${start}${member.repeat(Math.floor((bytes - start.length - 10) / member.length))}{}]}`;
}

function crowdedIds(first: number): string {
  return Array.from({ length: 140 }, (_, i) => {
    const number = first + i;
    return `cve-${2000 + ((number % 9_000) % 30)}-${1000 + (number % 9_000)}`;
  })
    .join(' ')
    .slice(0, 1_980);
}

function diffOf(path: string, lines: readonly string[]): string {
  const removed = lines.filter((line) => !line.startsWith('+')).length;
  const added = lines.filter((line) => !line.startsWith('-')).length;
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${removed} +1,${added} @@\n`;
  return `${head}${lines.join('\n')}\n`;
}
