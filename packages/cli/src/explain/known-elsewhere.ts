import { AlmanacError } from '@almanac/client';
import { getCve, getGraphAffected, getOsvDetails } from '@almanac/contract';
import type { KnownElsewhere } from '@almanac/core/explain';
import type { Session } from '../session.ts';

type Asking = Pick<Session, 'client' | 'signal'>;

const MOST = 20;

/** An unknown CVE is the API's error. */
export async function cveElsewhere({ client, signal }: Asking, id: string): Promise<KnownElsewhere> {
  const { status } = await client.call(getCve, { params: { id } }, { signal });
  const { data } = await client.call(getGraphAffected, { params: { id }, query: { limit: MOST } }, { signal });
  const packages = data.packages.map(({ ecosystem, vendor, name }) =>
    [ecosystem ?? vendor, name].filter((part) => part !== null).join(' '),
  );
  const different = [...new Set(packages)];
  return {
    status: status === undefined ? null : `${status.label}: ${status.note}`,
    packages: different,
    total: data.truncated ? Math.max(data.total, different.length) : different.length,
  };
}

/** Returns the CVE of an OSV record; null if it names none or is unknown. */
export async function cveOfRecord({ client, signal }: Asking, id: string): Promise<string | null> {
  try {
    const { data } = await client.call(getOsvDetails, { params: { id } }, { signal });
    const { aliases } = data as { readonly aliases?: unknown };
    const all: readonly unknown[] = Array.isArray(aliases) ? aliases : [];
    const cve = all.find((each) => typeof each === 'string' && /^CVE-\d{4}-\d{4,19}$/.test(each));
    return typeof cve === 'string' ? cve : null;
  } catch (error) {
    if (error instanceof AlmanacError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
