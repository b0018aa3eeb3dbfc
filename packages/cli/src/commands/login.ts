import { getVersion, postRequestAccess } from '@almanac/contract';
import { readCredentials, writeCredentials } from '../access/credentials.ts';
import { tokenByDeviceFlow } from '../access/device-flow.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { plain } from '../output/plain-text.ts';
import type { Session } from '../session.ts';
import { keyOf } from '../settings.ts';

/**
 * Runs the device flow with the addresses of /version and exchanges its token for a key. The token is neither kept nor
 * shown.
 */
export async function login(session: Session, rotate: boolean): Promise<ExitCode> {
  const { client, signal, err, baseUrl, credentialsFile } = session;
  const { data: version } = await client.call(getVersion, {}, { signal });
  // Fails before anybody goes through the flow for nothing.
  const kept = new Map(await readCredentials(credentialsFile));
  const { clientId } = version.access;
  if (clientId === null) {
    throw new UsageError(
      `${baseUrl} does not offer login with the device flow.`,
      'Ask its operator for a key and set ALMANAC_API_KEY.',
    );
  }
  const token = await tokenByDeviceFlow(
    { ...version.access, clientId },
    {
      signal,
      // Printed even with --quiet: login cannot continue without it.
      prompt({ address, code }) {
        err.write(`Open ${plain(address)} and enter the code ${plain(code)}\n`);
        session.progress.show('waiting for approval');
      },
    },
  );
  const { data } = await client.call(postRequestAccess, { body: { token, rotate } }, { signal });
  const login = plain(data.account.login);
  if (data.status === 'pending') {
    session.print(`Access requested for ${login}. Run almanac login again after approval.`);
    return EXIT.clean;
  }
  if (data.apiKey === undefined) return alreadyHas(session, login, data.keyPrefix, kept.get(baseUrl)?.apiKey);
  kept.set(baseUrl, { apiKey: data.apiKey, account: login, savedAt: new Date(session.now()).toISOString() });
  await writeCredentials(credentialsFile, kept);
  const limit = data.limits === undefined ? '' : `, ${data.limits.requestsPerMinute} requests a minute`;
  session.print(`Logged in as ${login}${limit}. The key is in ${credentialsFile}.`);
  if (keyOf(session.environment) !== null) session.note('ALMANAC_API_KEY is set and takes precedence.');
  return EXIT.clean;
}

/** A key is shown only once, so a lost one must be replaced. */
function alreadyHas(session: Session, login: string, prefix = '', own?: string): ExitCode {
  if (own !== undefined && prefix !== '' && own.startsWith(prefix)) {
    session.print(`Logged in as ${login}; your saved key is still valid.`);
    return EXIT.clean;
  }
  throw new UsageError(
    `${login} already has a key (${plain(prefix)}…) that is not saved on this machine.`,
    'Set it as ALMANAC_API_KEY, or replace it with almanac login --rotate.',
  );
}
