import type { MatchQuestion } from '../matching/facts.ts';
import { printPurl } from '../purl/build.ts';
import { isNixpkgsPurl, packageOfPurl } from '../purl/packages.ts';
import { readPurl } from '../purl/parse.ts';
import type { Purl } from '../purl/purl.ts';
import { versionOfPurl } from '../purl/version.ts';

/** A package URL taken apart, and where its package is looked up. */
export interface ParsedPurl extends Purl {
  readonly canonical: string;
  /** Null where no source covers the type. */
  readonly ecosystem: string | null;
  readonly package: string;
  /** Why there is no ecosystem. */
  readonly reason?: string;
  readonly notes?: string[];
}

/** What a purl asks about: a question to the sources, or none where nobody covers its type. */
export type PurlQuestion =
  | { readonly parsed: ParsedPurl; readonly question: MatchQuestion | null; readonly problem: null }
  | { readonly parsed: null; readonly question: null; readonly problem: string };

/** Reads a purl as other people's tools write them. */
export function purlQuestion(text: string): PurlQuestion {
  const reading = readPurl(text.trim(), { tolerant: true });
  if (reading.purl === null) return { parsed: null, question: null, problem: reading.problem };
  const { purl, notes } = reading;
  // Names of packages have none, and PostgreSQL fails on the first of them.
  if (hasControl(`${purl.namespace ?? ''}${purl.name}${purl.version ?? ''}`)) {
    return { parsed: null, question: null, problem: 'it contains a control character' };
  }
  const found = packageOfPurl(purl);
  const version = versionOfPurl(purl, found.ecosystem === null ? null : found.version);
  const name = found.ecosystem === null ? purl.name : found.name;
  const parsed: ParsedPurl = {
    canonical: printPurl(purl),
    ...purl,
    ecosystem: found.ecosystem,
    package: name,
    ...(found.reason === null ? {} : { reason: found.reason }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
  return { parsed, question: questionOf(), problem: null };

  function questionOf(): MatchQuestion | null {
    // The collection's own packages are looked up by name, as `/vulns` does; all others by ecosystem and exact name.
    if (isNixpkgsPurl(purl)) {
      const channel = purl.qualifiers['channel'];
      return { package: name, version, ...(channel === undefined ? {} : { channel }) };
    }
    if (found.ecosystem === null) return null;
    const { ecosystem, gaps } = found;
    return { package: name, version, ecosystem, ...(gaps.length === 0 ? {} : { gaps }) };
  }
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) < 0x20) return true;
  return false;
}
