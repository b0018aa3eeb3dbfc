import { Command, InvalidArgumentError } from 'commander';
import { completionScript, SHELLS, type Shell } from './commands/completion.ts';
import { cve } from './commands/cve.ts';
import { dossier } from './commands/dossier.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { type PackageOptions, packageCommand } from './commands/package.ts';
import { type ScanOptions, scan } from './commands/scan.ts';
import { type SearchOptions, search } from './commands/search.ts';
import { status } from './commands/status.ts';
import { type WatchOptions, watch } from './commands/watch.ts';
import { EXIT_MEANINGS, type ExitCode } from './exit-codes.ts';
import { readThreshold, type Threshold } from './scan/thresholds.ts';
import { type GlobalOptions, openSession, type Session } from './session.ts';
import { DEFAULT_API } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

const AFTER_HELP = `
Exit codes:
${EXIT_MEANINGS.map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}

The key is read from ALMANAC_API_KEY, else from what almanac login has kept; it is never an argument.`;

/** Every command with its arguments and options; `ended` is told the code of the one that ran. */
export function buildProgram(around: Surroundings, ended: (code: ExitCode) => void): Command {
  const program = new Command('almanac')
    .description('Look up CVEs and packages, and scan lockfiles and bills of materials')
    // Alone: the long form is that of a package's version behind a command; `run` takes it where it stands first.
    .version(around.version, '-V', 'print the version (also --version)')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => around.out.write(text),
      writeErr: (text) => around.err.write(text),
      getOutHelpWidth: () => around.out.columns ?? 80,
      getErrHelpWidth: () => around.err.columns ?? 80,
    })
    .showHelpAfterError('almanac help lists the commands, almanac help <command> its options.')
    .option('--api <url>', `base address of the API (ALMANAC_API; default: ${DEFAULT_API})`)
    .option('--json', 'print JSON: the API’s answer itself')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('-q, --quiet', 'print nothing but the answer')
    .option('--allow-unknown', 'end with 0 where something could not be checked')
    .addHelpText('after', AFTER_HELP);

  program
    .command('cve <id>')
    .description('what every source says of a CVE')
    .action((id: string, _, command: Command) => act(command, (session) => cve(session, id)));
  program
    .command('dossier <id>')
    .description('a CVE reconciled from all sources, with what they disagree about')
    .option('--fresh', 'ask the sources first')
    .action((id: string, options: { fresh?: boolean }, command: Command) =>
      act(command, (session) => dossier(session, id, options.fresh === true)),
    );
  program
    .command('package <name>')
    .description('what is known of a package, by name or package URL')
    .option('--version <version>', 'the version that is used')
    .option('--ecosystem <ecosystem>', 'such as npm, PyPI, Debian:12; default: the collection')
    .action((name: string, options: PackageOptions, command: Command) =>
      act(command, (session) => packageCommand(session, name, options)),
    );
  program
    .command('search <words...>')
    .description('vulnerabilities by words, names and ids')
    .option('--severity <severity>', 'critical, high, medium, low or unknown')
    .option('--ecosystem <ecosystem>', 'such as npm')
    .option('--kev', 'only what is known to be exploited')
    .option('--sort <order>', 'relevance, date or severity')
    .option('--limit <count>', 'rows of a page', wholeNumber)
    .option('--page <number>', 'which page', wholeNumber)
    .action((words: string[], options: SearchOptions, command: Command) =>
      act(command, (session) => search(session, words, options)),
    );
  program
    .command('scan [paths...]')
    .description('find lockfiles and bills of materials, and what is known of everything in them')
    .option('--sarif', 'write SARIF 2.1.0')
    .option('--vex', 'write OpenVEX')
    .option('--cyclonedx-vex', 'write CycloneDX with vulnerabilities')
    .option('-o, --output <file>', 'write into a file instead')
    .option(
      '--fail-on <what>',
      'what ends with 1: critical, high, medium, low, kev or epss=0.1; may be given again (default: anything)',
      thresholds,
    )
    .action((paths: string[], options: ScanOptions, command: Command) =>
      act(command, (session) => scan(session, paths, options)),
    );
  program
    .command('watch <cve...>')
    .description('ask about CVEs again and again, and print what has changed')
    .option('--interval <seconds>', 'how long to wait in between', wholeNumber, 300)
    .option('--count <times>', 'end after so many rounds', wholeNumber)
    .action((ids: string[], options: WatchOptions, command: Command) =>
      act(command, (session) => watch(session, ids, options)),
    );
  program
    .command('login')
    .description('ask for an API key, and keep it')
    .option('--rotate', 'a new key; the one before is revoked')
    .action((options: { rotate?: boolean }, command: Command) =>
      act(command, (session) => login(session, options.rotate === true)),
    );
  program
    .command('logout')
    .description('forget the key')
    .action((_, command: Command) => act(command, logout));
  program
    .command('status')
    .description('the sources, and how old what they say is')
    .action((_, command: Command) => act(command, status));
  program
    .command('completion <shell>')
    .description('print a script that completes commands and options: bash, zsh or fish')
    .action((shell: string) => {
      if (!SHELLS.includes(shell as Shell)) {
        program.error(`error: ${JSON.stringify(shell)} is no shell that is known: ${SHELLS.join(', ')}`);
      }
      around.out.write(completionScript(program, shell as Shell));
    });
  return program;

  async function act(command: Command, work: (session: Session) => Promise<ExitCode>): Promise<void> {
    ended(await work(await openSession(around, command.optsWithGlobals<GlobalOptions>())));
  }
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1.');
  return Number(text);
}

function thresholds(text: string, before: readonly Threshold[] = []): readonly Threshold[] {
  const threshold = readThreshold(text);
  if (threshold === null) throw new InvalidArgumentError('Write critical, high, medium, low, kev or epss=0.1.');
  return [...before, threshold];
}
