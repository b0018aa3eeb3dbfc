import { LANGUAGES, memberByPrefix, memberOfSet } from './attribute-sets.ts';
import { pep503 } from './pep503.ts';

/**
 * The name a version aggregator files a package under: lower case, no release line, languages as a prefix
 * (`python312Packages.requests` → `python:requests`, `nodejs_20` → `nodejs`, `gcc13` → `gcc`).
 */
export function canonicalName(name: string): string {
  if (PREFIXES.some((prefix) => name.startsWith(prefix))) return name.toLowerCase();
  const member = memberOfSet(name) ?? versionedMember(name);
  if (member === null) return withoutReleaseLine(name);
  const prefix = member.language?.repology ?? null;
  if (prefix === null) return withoutReleaseLine(member.name);
  const plain = prefix === 'python' ? pep503(member.name) : member.name.toLowerCase().replaceAll('_', '-');
  return `${prefix}:${plain}`;
}

const PREFIXES: readonly string[] = LANGUAGES.flatMap(({ repology }) => (repology === null ? [] : [`${repology}:`]));

/** Only a prefix with a version is safe to read: `python-dateutil` is a name, `python3.12-dateutil` a package of `dateutil`. */
function versionedMember(name: string): ReturnType<typeof memberOfSet> {
  const member = memberByPrefix(name);
  return member?.versioned ? member : null;
}

function withoutReleaseLine(name: string): string {
  const lower = name.toLowerCase();
  const suffix = RELEASE_LINE.exec(lower);
  const plain = suffix === null || suffix.index === 0 ? lower : lower.slice(0, suffix.index);
  const glued = GLUED.exec(plain);
  const base = glued === null ? plain : plain.slice(0, glued.index);
  return RELEASE_LINES.has(base) ? base : plain;
}

/** `_20`, `_3_1`, `-6_0`, `-1.2`: a hyphen needs two numbers, since `foo-2` may be a name. */
const RELEASE_LINE = /(?:_\d{1,4}(?:[._]\d{1,4}){0,3}|-\d{1,4}(?:[._]\d{1,4}){1,3})$/;
const GLUED = /(?<![\d._])\d{1,4}(?:[._]\d{1,4}){0,2}$/;

/**
 * Software kept in several release lines, with the number glued to the name. A list, not a rule:
 * the 2 of `libxml2` and the 3 of `sqlite3` belong to the name.
 */
const RELEASE_LINES: ReadonlySet<string> = new Set(
  [
    'ansible apache-tomcat boost bazel cassandra clang couchdb cudatoolkit dotnet-sdk elixir emacs erlang ffmpeg gcc',
    'gdk gfortran ghc gnat go gradle graalvm gtk jdk jre julia kotlin linux llvm lua mariadb mongodb mysql nginx',
    'nodejs ocaml openjdk openssl perl php postgresql python qt redis ruby rust samba solr swift tcl temurin-bin tk',
    'tomcat varnish vtk wxgtk xen zig',
  ].flatMap((line) => line.split(' ')),
);
