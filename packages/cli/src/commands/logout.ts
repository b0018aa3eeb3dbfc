import { readCredentials, writeCredentials } from '../access/credentials.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';

/** Only deletes the local copy; the key stays valid until it is replaced or revoked. */
export async function logout({ baseUrl, credentialsFile, print }: Session): Promise<ExitCode> {
  const kept = new Map(await readCredentials(credentialsFile));
  const had = kept.delete(baseUrl);
  if (had) await writeCredentials(credentialsFile, kept);
  print(
    had ? `Key for ${baseUrl} removed from this machine. It has not been revoked.` : `No saved key for ${baseUrl}.`,
  );
  return EXIT.clean;
}
