import { brokenRecord, brokenRecordPlace, withBrokenRecord } from '../frame/broken-record.ts';
import { type DocumentFault, faultOf } from '../frame/fault.ts';
import type { RepologyPackage } from './projects.ts';

/** Package order is arbitrary upstream, so here it changes with time. */
export function projectBytes(
  packages: readonly RepologyPackage[],
  now: number,
  faults: readonly DocumentFault[],
): Buffer {
  const turn = packages.length === 0 ? 0 : Math.floor(now / 1000) % packages.length;
  const turned = [...packages.slice(turn), ...packages.slice(0, turn)];
  const shown =
    faultOf(faults, 'empty_feed') !== undefined
      ? []
      : turned.slice(0, faultOf(faults, 'half_feed') === undefined ? turned.length : Math.ceil(turned.length / 2));
  const addition = faultOf(faults, 'schema_addition') === undefined ? {} : { novelField: { of: 'tomorrow' } };
  const rows: unknown[] = shown.map((each) => written(each, addition));
  const breakage = faultOf(faults, 'malformed_record');
  const [victim] = rows;
  if (breakage === undefined || victim === undefined) return Buffer.from(JSON.stringify(rows));
  const document = Buffer.from(JSON.stringify([brokenRecordPlace, ...rows.slice(1)]));
  return withBrokenRecord(document, brokenRecord(victim as Record<string, unknown>, breakage.way));
}

/**
 * Always has `repo`, `visiblename`, `version`, `status`, and `origversion`, which is null if equal to the version.
 * Other empty members are omitted; `vulnerable` is true or absent.
 */
function written(given: RepologyPackage, addition: object): Record<string, unknown> {
  const { repo, srcname, binname, visiblename, version, origversion, status, vulnerable } = given;
  return {
    repo,
    srcname,
    ...(binname === undefined ? {} : { binname, binnames: [binname] }),
    visiblename: visiblename ?? srcname,
    version,
    origversion: origversion === undefined || origversion === version ? null : origversion,
    status,
    ...(given.summary === undefined ? {} : { summary: given.summary }),
    ...(given.categories === undefined ? {} : { categories: given.categories.slice(0, 1) }),
    ...(given.maintainers === undefined ? {} : { maintainers: given.maintainers }),
    ...(given.licenses === undefined ? {} : { licenses: given.licenses }),
    ...(vulnerable === true ? { vulnerable } : {}),
    ...addition,
  };
}
