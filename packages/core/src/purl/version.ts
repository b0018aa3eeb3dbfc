import type { Purl } from './purl.ts';

/**
 * The version as the package's ecosystem writes it; null where the purl names none. RPM keeps the epoch apart
 * (https://github.com/package-url/purl-spec/blob/main/types/rpm-definition.json), and an order without it is another one.
 */
export function versionOfPurl({ type, version, qualifiers }: Purl): string | null {
  const epoch = type === 'rpm' ? qualifiers['epoch'] : undefined;
  if (version === null || epoch === undefined || !EPOCH.test(epoch) || version.includes(':')) return version;
  return `${epoch}:${version}`;
}

const EPOCH = /^\d{1,9}$/;
