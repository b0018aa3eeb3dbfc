import { readCredentials, writeCredentials } from '../access/credentials.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';

/** Forgets the key here; it stays valid until it is replaced or revoked. */
export async function logout({ baseUrl, credentialsFile, print }: Session): Promise<ExitCode> {
  const kept = new Map(await readCredentials(credentialsFile));
  const had = kept.delete(baseUrl);
  if (had) await writeCredentials(credentialsFile, kept);
  print(had ? `The key for ${baseUrl} is forgotten here. It stays valid elsewhere.` : `No key for ${baseUrl} is kept.`);
  return EXIT.clean;
}
