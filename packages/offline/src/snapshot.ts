import type { MatchResult } from '@almanac/core/matching';
import type { Component } from '@almanac/core/sbom';
import {
  type AskedSnapshot,
  answerBySnapshot,
  coverageOfSnapshot,
  exploitationBySnapshot,
  judgeBySnapshot,
  type KnownExploitation,
  NotAtHand,
  type PurlAnswer,
  purlQuestion,
} from '@almanac/core/scan';
import { checkAge, hasCollection, SnapshotProblem, toHex } from '@almanac/core/snapshots';
import { findVulnerabilities, type PackageVulnerability } from './find-vulnerabilities.ts';
import { sortByPlace } from './place.ts';
import { resolveStorePath } from './resolve-store-path.ts';

export interface SnapshotInfo {
  readonly origin: string;
  /** Length and hexadecimal root of the log. */
  readonly size: number;
  readonly root: string;
  readonly published: string;
  /** The snapshot refuses to answer after this time. */
  readonly expires: string;
  /** Must be shown with every answer; null: the sources are complete. */
  readonly notice: string | null;
}

/** How completely and recently the sources were read. */
export type SnapshotCoverage = ReturnType<typeof coverageOfSnapshot>;

/**
 * A verified snapshot that answers questions. Methods throw a `SnapshotProblem` if it is expired, altered or
 * incomplete.
 */
export interface Snapshot {
  readonly info: SnapshotInfo;
  readonly coverage: SnapshotCoverage;
  readonly hasNixpkgs: boolean;
  /**
   * Judges the version that a package URL names, with matches, risks and advice, as `POST /purls` does. `unknown` is not clean:
   * `unknownReasons` says why.
   *
   * @param patched vulnerabilities that are patched in this build, by the document that names it
   */
  judge(purl: string, patched?: readonly string[]): Promise<PurlAnswer>;
  /**
   * Judges package URLs in order, reading each part of the snapshot once. Null: the part is missing and the snapshot
   * has no source.
   */
  judgeAll(
    purls: readonly string[],
    onProgress?: (done: number) => void,
  ): Promise<ReadonlyMap<string, PurlAnswer | null>>;
  /** Lists what is known about all versions of a package: affected ranges and versions by vulnerability. */
  findVulnerabilities(ecosystem: string, name: string): Promise<readonly PackageVulnerability[]>;
  /** Returns a verdict with the evidence for each match; null if no source covers the package URL. */
  explain(purl: string): Promise<MatchResult | null>;
  /** Returns whether a CVE is known to be exploited, and its EPSS probability. */
  getExploitation(cve: string): Promise<KnownExploitation>;
  /** Returns the nixpkgs package of a store path; null if no channel has it. */
  resolveStorePath(component: Component): ReturnType<typeof resolveStorePath>;
}

const CONCURRENCY = 64;

/** `visit` throws `NotAtHand` for parts that cannot be read. */
export function toSnapshot(asked: AskedSnapshot, now: () => number): Snapshot {
  const { snapshot } = asked;
  const { manifest, checkpoint } = snapshot;
  const checkExpiry = () => checkAge(manifest, new Date(now()));
  return {
    info: {
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: toHex(checkpoint.root),
      published: manifest.published,
      expires: manifest.expires,
      notice: manifest.selection?.notice ?? null,
    },
    coverage: coverageOfSnapshot(manifest),
    hasNixpkgs: hasCollection(manifest),
    async judge(purl, patched) {
      checkExpiry();
      return (await answerBySnapshot(asked, purl, patched)) ?? throwMissing(purl);
    },
    async judgeAll(purls, onProgress) {
      checkExpiry();
      const sorted = await sortByPlace(asked, [...new Set(purls)]);
      const answers = new Map<string, PurlAnswer | null>();
      for (let from = 0; from < sorted.length; from += CONCURRENCY) {
        onProgress?.(from);
        const some = sorted.slice(from, from + CONCURRENCY);
        const judged = await Promise.all(some.map((purl) => answerBySnapshot(asked, purl)));
        for (const [i, purl] of some.entries()) answers.set(purl, judged[i] ?? null);
      }
      return new Map(purls.map((purl) => [purl, answers.get(purl) ?? null]));
    },
    async findVulnerabilities(ecosystem, name) {
      checkExpiry();
      return findVulnerabilities(asked, ecosystem, name).catch(orMissing(`${ecosystem} ${name}`));
    },
    async explain(purl) {
      checkExpiry();
      const { question } = purlQuestion(purl);
      return question === null ? null : judgeBySnapshot(asked, question).catch(orMissing(purl));
    },
    async getExploitation(cve) {
      checkExpiry();
      return exploitationBySnapshot(asked, cve);
    },
    async resolveStorePath(component) {
      checkExpiry();
      return resolveStorePath(snapshot, component, asked.visit).catch(orMissing(component.place));
    },
  };
}

function orMissing(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof NotAtHand) throwMissing(name);
    throw error;
  };
}

function throwMissing(name: string): never {
  throw new SnapshotProblem('part_missing', name);
}
