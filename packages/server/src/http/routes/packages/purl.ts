import { getPurl } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import { purlQuestion } from '@almanac/core/scan';
import { invalidParameter, shown } from '../../../app/errors.ts';
import { packageCoverage } from '../../../app/packages/coverage.ts';
import { vulnsAnswer } from '../../../app/packages/vulns.ts';
import { route } from '../../route.ts';

/** The answer of `/vulns` for the package that a purl names. */
export const purl = route(getPurl, async (deps, { params, query: { cve, limit } }) => {
  const { parsed, question, problem } = purlQuestion(params.purl);
  if (parsed === null) {
    throw invalidParameter(
      'purl',
      `has the value '${shown(params.purl)}': ${problem}`,
      'Expected pkg:type/namespace/name@version, with `?` and `#` percent-encoded.',
    );
  }
  if (question !== null) {
    const { data, envelopeFields } = await vulnsAnswer(
      deps,
      question,
      { at: null, vulnerability: cve === undefined ? undefined : new Set([cve]) },
      { from: 0, count: limit },
    );
    return { data: { ...data, parsed }, envelopeFields };
  }
  const { coverage, asOf } = await packageCoverage(deps, RECORD_SOURCES, null);
  return {
    data: {
      package: parsed.package,
      version: parsed.version ?? 'any',
      matches: [],
      osvMatches: {},
      otherMatches: [],
      total: 0,
      truncated: false,
      parsed,
    },
    envelopeFields: {
      verdict: 'unknown' as const,
      verdictReason: parsed.reason ?? 'No source covers it.',
      unknownReasons: ['not_covered' as const],
      coverage,
      asOf,
    },
  };
});
