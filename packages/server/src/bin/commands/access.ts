import { parseArgs } from 'node:util';
import { newApiKey } from '../../app/access/api-key.ts';
import { accounts, type ListedAccount } from '../../queries/accounts.ts';
import { decideByHand, replaceKey, revokeKeys } from '../../store/access.ts';
import type { Db } from '../../store/database.ts';
import type { AccountStatus } from '../../store/database-access.ts';
import { openWorkerDatabases } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { printable } from './named.ts';

const STATUSES: readonly AccountStatus[] = ['pending', 'granted', 'revoked'];

interface Options {
  readonly status?: string | undefined;
  readonly note?: string | undefined;
  readonly key: boolean;
}

/** Who has access, and decisions about it. */
export const access: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      status: { type: 'string' },
      note: { type: 'string' },
      key: { type: 'boolean', default: false },
    },
  });
  const [what = 'list', name, ...more] = positionals;
  const act = ACTS.get(what);
  if (act === undefined) throw new WrongUsage(`'${printable(what)}' is none of ${[...ACTS.keys()].join(', ')}.`);
  if (more.length > 0 || (what === 'list' && name !== undefined)) throw new WrongUsage('Name one account at a time.');
  const { environment, log } = deps;
  const databases = openWorkerDatabases(environment, { applicationName: 'almanac-access', connections: 2, log });
  try {
    return await act(deps, databases.primary, name, values);
  } finally {
    await databases.close();
  }
};

type Act = (deps: CommandDeps, db: Db, name: string | undefined, options: Options) => Promise<number>;

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['list', list],
  ['grant', (...given) => decide('granted', ...given)],
  ['hold', (...given) => decide('pending', ...given)],
  ['revoke', revoke],
  ['rotate', rotate],
]);

async function list({ print }: CommandDeps, db: Db, _name: string | undefined, { status }: Options): Promise<number> {
  const wanted = STATUSES.find((one) => one === status);
  if (status !== undefined && wanted === undefined) throw new WrongUsage(`--status is one of ${STATUSES.join(', ')}.`);
  const found = await accounts(db, { status: wanted });
  for (const account of found) for (const line of describe(account)) print(line);
  print(found.length === 0 ? 'There is no such account.' : `${found.length} accounts.`);
  return 0;
}

function describe(account: ListedAccount): string[] {
  const { providerId, login, provider, status, requestedAt, decidedAt, decidedBy, note } = account;
  const decided = decidedAt === null ? '' : `, decided ${decidedAt.toISOString()} by ${decidedBy}`;
  const { keyPrefix, keyCreatedAt, lastUsedOn } = account;
  const key =
    keyPrefix === null
      ? '  no key'
      : `  key ${keyPrefix}… of ${keyCreatedAt?.toISOString()}, last used ${lastUsedOn ?? 'never'}`;
  return [
    `${status} ${providerId} ${printable(login)} (${provider}): requested ${requestedAt.toISOString()}${decided}`,
    key,
    ...(note === null ? [] : [`  note: ${printable(note)}`]),
  ];
}

/** The key that there is stays: the account can use it again once it is granted. */
async function decide(
  status: 'granted' | 'pending',
  { print, now }: CommandDeps,
  db: Db,
  name: string | undefined,
  { note }: Options,
): Promise<number> {
  const account = await accountNamed(db, name);
  await db.transaction().execute((trx) => decideByHand(trx, account.id, { status, note, now: now() }));
  const next =
    status === 'granted' && account.keyPrefix === null ? ' Their next request for access is answered with a key.' : '';
  print(`${printable(account.login)} (${account.providerId}) is ${status}.${next}`);
  return 0;
}

async function revoke(
  { print, now }: CommandDeps,
  db: Db,
  name: string | undefined,
  { key, note }: Options,
): Promise<number> {
  const account = await accountNamed(db, name);
  if (key) await revokeKeys(db, account.id, now());
  else await db.transaction().execute((trx) => decideByHand(trx, account.id, { status: 'revoked', note, now: now() }));
  const what = key ? 'The key of' : 'Access of';
  print(
    `${what} ${printable(account.login)} (${account.providerId}) is revoked; it is refused everywhere within a minute.`,
  );
  return 0;
}

async function rotate({ print, now }: CommandDeps, db: Db, name: string | undefined): Promise<number> {
  const account = await accountNamed(db, name);
  if (account.status !== 'granted')
    throw new Error(`${printable(account.login)} is ${account.status}: grant access first`);
  const issued = newApiKey();
  await db.transaction().execute((trx) => replaceKey(trx, account.id, issued, now()));
  print(`The new key of ${printable(account.login)} (${account.providerId}), shown this once:`);
  print(issued.key);
  return 0;
}

/** Logins pass from one person to another: where two accounts have had the same, only the number tells. */
async function accountNamed(db: Db, name: string | undefined): Promise<ListedAccount> {
  if (name === undefined || name === '') throw new WrongUsage('Name an account by its number or its login.');
  const [found, other] = await accounts(db, { named: name });
  if (found === undefined) throw new Error(`nobody called '${printable(name)}' has asked for access`);
  if (other !== undefined) throw new Error(`several accounts are called '${printable(name)}': give the number of one`);
  return found;
}
