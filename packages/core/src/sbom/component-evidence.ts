import { normaliseCveId } from '../ids/cve.ts';
import { normaliseGhsaId } from '../ids/ghsa.ts';
import type { Component } from './model.ts';

/** An issue that a patch resolves, as CycloneDX writes it. */
export interface ResolvedIssue {
  readonly type: string | null;
  readonly id: string | null;
}

const MOST_CPES = 10;
const MAX_LENGTH = 500;
const MOST_PATCHED = 500;

/**
 * Reads what a document says about a component other than names: its products, patched vulnerabilities, and sources.
 */
export function componentEvidence(
  cpes: readonly (string | null)[],
  resolved: readonly ResolvedIssue[],
  source: string | null,
): Pick<Component, 'cpes' | 'patched' | 'source'> {
  const named = new Set(cpes.filter((cpe) => cpe !== null && cpe.length <= MAX_LENGTH));
  const patched = new Set(
    resolved.flatMap(({ type, id }) => (type === 'security' ? (parseVulnerability(id) ?? []) : [])),
  );
  return {
    ...(named.size === 0 ? {} : { cpes: [...named].slice(0, MOST_CPES) as string[] }),
    ...(patched.size === 0 ? {} : { patched: [...patched].slice(0, MOST_PATCHED).sort() }),
    ...(source === null || source.length > MAX_LENGTH ? {} : { source }),
  };
}

function parseVulnerability(id: string | null): string | null {
  return id === null ? null : (normaliseCveId(id) ?? normaliseGhsaId(id));
}
