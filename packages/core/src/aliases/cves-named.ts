import { cveNamedBy } from './vulnerabilities.ts';

/** The CVEs among ids that records name; records that name none are left out. */
export function cvesNamed(
  covers: Iterable<readonly [key: string, ids: readonly string[]]>,
): ReadonlyMap<string, readonly string[]> {
  const named = Array.from(covers, ([key, ids]) => {
    const cves = new Set(ids.map(cveNamedBy).filter((cve) => cve !== null));
    return [key, [...cves].sort()] as const;
  });
  return new Map(named.filter(([, cves]) => cves.length > 0));
}
