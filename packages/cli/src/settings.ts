import path from 'node:path';
import { UsageError } from './errors.ts';

/** Default address of `npm run api` (docs/env.md). */
export const DEFAULT_API = 'http://127.0.0.1:8080/api/v1';

/** May be set by the build. */
declare const ALMANAC_DEFAULT_SNAPSHOT: string | undefined;

/** Public snapshots for a scan without settings; empty until there are some. */
export const DEFAULT_SNAPSHOT: string = typeof ALMANAC_DEFAULT_SNAPSHOT === 'string' ? ALMANAC_DEFAULT_SNAPSHOT : '';

/** Uses the option, the environment, or the default. A bare host means its `/api/v1`. */
export function baseUrlOf(
  option: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const given = option ?? (environment['ALMANAC_API'] || DEFAULT_API);
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`Invalid API URL: ${JSON.stringify(given)}`, `Example: ${DEFAULT_API}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The API URL must not contain a password.', 'Set the key as ALMANAC_API_KEY.');
  }
  const folder = url.pathname === '/' ? '/api/v1' : url.pathname.replace(/\/$/, '');
  return `${url.origin}${folder}`;
}

/** The key becomes a header, so it must be printable. */
export function keyOf(environment: Readonly<Record<string, string | undefined>>): string | null {
  const given = environment['ALMANAC_API_KEY']?.trim() ?? '';
  if (given === '') return null;
  if (!/^[\x21-\x7e]{1,1024}$/.test(given)) throw new UsageError('ALMANAC_API_KEY contains invalid characters.');
  return given;
}

/** In the user's settings folder (XDG). */
export function credentialsPath(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  // XDG says to ignore relative paths.
  const folder = path.isAbsolute(given) ? given : path.join(home, '.config');
  return path.join(folder, 'almanac', 'credentials.json');
}
