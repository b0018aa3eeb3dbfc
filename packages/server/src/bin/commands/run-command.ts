import { describeError } from '../../ingest/describe-error.ts';
import { thisBuild } from '../build.ts';
import { access } from './access.ts';
import { checkSourcesCommand } from './check-sources.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { doctor } from './doctor.ts';
import { exportEvidence } from './export.ts';
import { ingestCommand } from './ingest.ts';
import { mirror } from './mirror.ts';
import { quarantineCommand } from './quarantine.ts';
import { rebuildCommand } from './rebuild.ts';
import { refresh } from './refresh.ts';
import { release } from './release.ts';
import { restore } from './restore.ts';
import { snapshot } from './snapshot.ts';
import { verify } from './verify.ts';

const USAGE = `Usage: almanac-server <command>

  ingest <source> [--channel bulk|delta|sweep] [--full | --since <instant>] [--accept-removals]
                                read a source once, in this process
  release <source> [--yes]      show what is held of a source and why; with --yes let it through
  refresh <source> <key>        fetch one record again
  check-sources [source…] [--json] [--record <folder>]
                                compare what is assumed of the upstreams with the upstreams themselves, by at most 40
                                requests and without a database; exit code 1 where something differs
  doctor [--json]               check settings, database, Redis, disks, clock, worker, sources and snapshots, and say what
                                to do; exit code 1 where something does not work
  quarantine [source]           list what could not be read
  quarantine show <sha256>      print its bytes
  quarantine replay [source]    read it once more by the rules of this release
  verify                        compute the hash of every kept document again, check that each record's current
                                version is its newest, compare ids with the projections and stored bodies with what their
                                records come to, and print a root over each source
  rebuild [projection…] [--all] fill projections again from evidence; without names, those that are outdated;
                                cve_bodies: the stored bodies of lookups
  export <folder>               write all evidence into an empty folder
  restore <folder>              fill an empty store from such a folder
  mirror [source…]              fill an empty store, or these sources, from what MIRROR_OF has published; once it was cut
                                off, go on
  snapshot publish              publish a signed snapshot now, as SNAPSHOT_… say
  snapshot collection           publish OSV, VEX and CSAF of the collection now
  snapshot key <name>           print a new key for a log of this name, and what readers need to verify it
  snapshot rotate-key           print a key that replaces SNAPSHOT_KEY; readers follow
  snapshot oci <folder>         write what SNAPSHOT_FOLDER has as an OCI layout, for a registry
  access [list] [--status pending|granted|revoked]
                                list who has asked for access, those that wait first
  access grant <account> [--note <text>]
  access hold <account> [--note <text>]
                                let an account use its key, or not for now; by its number or login
  access revoke <account> [--key] [--note <text>]
                                withdraw access for good; with --key only the key, and the account may have another
  access rotate <account>       print a new key; the one before is revoked
  --version                     print the version, and the commit where the build knows it

Settings are read from the environment: docs/env.md. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 held by the gate.`;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['ingest', ingestCommand],
  ['release', release],
  ['refresh', refresh],
  ['check-sources', checkSourcesCommand],
  ['doctor', doctor],
  ['quarantine', quarantineCommand],
  ['verify', verify],
  ['rebuild', rebuildCommand],
  ['export', exportEvidence],
  ['restore', restore],
  ['mirror', mirror],
  ['snapshot', snapshot],
  ['access', access],
]);

/** Runs the command that the first argument names; resolves to the exit code. */
export async function runCommand(deps: CommandDeps, [name, ...args]: readonly string[]): Promise<number> {
  const { print, complain } = deps;
  if (name === 'help' || name === '--help') {
    print(USAGE);
    return 0;
  }
  if (name === '--version') {
    const { version, commit } = thisBuild(deps.environment.COMMIT);
    print(commit === null ? version : `${version} (${commit})`);
    return 0;
  }
  const command = COMMANDS.get(name ?? '');
  try {
    if (name === undefined) throw new WrongUsage('A command is missing.');
    if (command === undefined) throw new WrongUsage(`There is no command '${name}'.`);
    return await command(deps, args);
  } catch (error) {
    if (!isWrongUsage(error)) {
      complain(`${name} failed: ${describeError(error)}`);
      return 1;
    }
    complain(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

function isWrongUsage(error: unknown): error is Error {
  if (error instanceof WrongUsage) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
