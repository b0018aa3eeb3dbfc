import type { ScanReason } from '@almanac/core/scan';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { PackageOptions } from './commands/package.ts';
import type { ScanOptions } from './commands/scan.ts';
import type { SearchOptions } from './commands/search.ts';
import type { TodayOptions } from './commands/today.ts';
import type { WatchOptions } from './commands/watch.ts';
import { SHELLS, type Shell } from './completion/known.ts';
import { completionScript } from './completion/script.ts';
import { EXIT_MEANINGS, type ExitCode } from './exit-codes.ts';
import { wrapped } from './output/width.ts';
import type { ProcessContext } from './process-context.ts';
import { ALLOWABLE_REASONS, readReasons } from './scan/allowed-reasons.ts';
import { readThreshold, SEVERITIES, type Threshold } from './scan/thresholds.ts';
import { type GlobalOptions, openSession, type Session } from './session.ts';
import { DEFAULT_API } from './settings.ts';

/**
 * Every command with its arguments and options; `ended` is told the code of the one that ran. What a command needs is loaded when
 * it runs: the contract and the readers of lockfiles take longer to load than most commands to answer.
 */
export function buildProgram(around: ProcessContext, ended: (code: ExitCode) => void): Command {
  const program = programWithoutCommands(around);
  addLookups(program, act);
  addScans(program, act);
  addAccount(program, act);
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

  async function act(
    command: Command,
    work: (session: Session) => Promise<ExitCode>,
    needs?: { readonly key: boolean },
  ): Promise<void> {
    const session = await openSession(around, command.optsWithGlobals<GlobalOptions>(), needs);
    try {
      ended(await work(session));
    } finally {
      session.progress.clear();
    }
  }
}

/** Opens a session for a command and runs it. */
type Act = (
  command: Command,
  work: (session: Session) => Promise<ExitCode>,
  needs?: { readonly key: boolean },
) => Promise<void>;

function programWithoutCommands(around: ProcessContext): Command {
  return (
    new Command('almanac')
      .description('Look up CVEs and packages, and scan lockfiles and bills of materials')
      // Alone: the long form is that of a package's version behind a command; `run` takes it where it comes first.
      .version(around.version, '-V', 'print the version (also --version)')
      .helpOption('-h, --help', 'print help')
      .helpCommand('help [command]', 'print help for a command')
      .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
      .exitOverride()
      .configureOutput({
        writeOut: (text) => around.out.write(text),
        writeErr: (text) => around.err.write(text),
        getOutHelpWidth: () => around.out.columns ?? 80,
        getErrHelpWidth: () => around.err.columns ?? 80,
        outputError: (text, write) => write(text.replace(/^error: /, 'almanac: ')),
      })
      .showHelpAfterError('almanac help lists the commands, almanac help <command> its options.')
      .option('--api <url>', `base address of the API (ALMANAC_API; default: ${DEFAULT_API})`)
      .option('--json', 'print JSON: the API’s answer itself')
      .option('--no-color', 'no colours (also NO_COLOR)')
      .option('-q, --quiet', 'print nothing but the answer')
      .option(
        '--allow-unknown [reasons]',
        'end with 0 where something could not be checked, for these reasons; alone: for all but source_stale and limit_reached',
        reasons,
      )
      .addHelpText('after', ({ error }) => afterHelp((error ? around.err : around.out).columns ?? 80))
  );
}

function addLookups(program: Command, act: Act): void {
  program
    .command('cve <id>')
    .description('what every source says of a CVE')
    .action((id: string, _, command: Command) =>
      act(command, async (session) => (await import('./commands/cve.ts')).cve(session, id)),
    );
  program
    .command('dossier <id>')
    .description('a CVE reconciled from all sources, with what they disagree about')
    .option('--fresh', 'ask the sources first')
    .action((id: string, options: { fresh?: boolean }, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/dossier.ts')).dossier(session, id, options.fresh === true),
      ),
    );
  program
    .command('package <name>')
    .description('what is known of a package, by name or package URL')
    .option('--version <version>', 'the version that is used')
    .option('--ecosystem <ecosystem>', 'such as npm, PyPI, Debian:12; default: the collection')
    .action((name: string, options: PackageOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/package.ts')).packageCommand(session, name, options)),
    );
  program
    .command('search [words...]')
    .description('vulnerabilities by words, names and ids; without any, by the options alone')
    .addOption(new Option('--severity <severity>', 'how severe').choices([...SEVERITIES, 'unknown']))
    .option('--ecosystem <ecosystem>', 'such as npm')
    .option('--kev', 'only what is known to be exploited')
    .addOption(new Option('--sort <order>', 'what comes first').choices(['relevance', 'date', 'severity']))
    .option('--limit <count>', 'rows of a page', wholeNumber)
    .option('--page <number>', 'which page', wholeNumber)
    .action((words: string[], options: SearchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/search.ts')).search(session, words, options)),
    );
}

function addScans(program: Command, act: Act): void {
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
      act(command, async (session) => (await import('./commands/scan.ts')).scan(session, paths, options)),
    );
  program
    .command('today [packages...]')
    .description(
      'what needs attention in your packages, worst first: names of the collection, name@version, package URLs',
    )
    .option('--file <file>', 'a list of packages, a lockfile or a bill of materials')
    .option('--maintainer <login>', 'the packages of a maintainer of the collection')
    .action((packages: string[], options: TodayOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/today.ts')).today(session, packages, options)),
    );
  program
    .command('watch <cve...>')
    .description('ask about CVEs again and again, and print what has changed')
    .option('--interval <seconds>', 'how long to wait in between', wholeNumber, 300)
    .option('--count <times>', 'end after so many rounds', wholeNumber)
    .action((ids: string[], options: WatchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/watch.ts')).watch(session, ids, options)),
    );
}

function addAccount(program: Command, act: Act): void {
  program
    .command('login')
    .description('ask for an API key, and keep it')
    .option('--rotate', 'a new key; the one before is revoked')
    .action((options: { rotate?: boolean }, command: Command) =>
      act(
        command,
        async (session) => (await import('./commands/login.ts')).login(session, options.rotate === true),
        WITHOUT_KEY,
      ),
    );
  program
    .command('logout')
    .description('forget the key')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/logout.ts')).logout(session), WITHOUT_KEY),
    );
  program
    .command('status')
    .description('the sources, and how old what they say is')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/status.ts')).status(session)),
    );
}

/** Who asks for a key, or gives it up, must not be held up by one that is no longer valid. */
const WITHOUT_KEY = { key: false } as const;

function afterHelp(columns: number): string {
  const codes = EXIT_MEANINGS.flatMap(({ code, meaning }) =>
    wrapped(meaning, columns - 7).map((line, i) => `  ${(i === 0 ? String(code) : '').padEnd(4)} ${line}`),
  );
  const key = 'The key is read from ALMANAC_API_KEY, else from what almanac login has kept; it is never an argument.';
  return ['', 'Exit codes:', ...codes, '', ...wrapped(key, columns)].join('\n');
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1.');
  return Number(text);
}

function reasons(text: string): ReadonlySet<ScanReason> {
  const read = readReasons(text);
  if (read === null) throw new InvalidArgumentError(`Write some of ${ALLOWABLE_REASONS.join(', ')}.`);
  return read;
}

function thresholds(text: string, before: readonly Threshold[] = []): readonly Threshold[] {
  const threshold = readThreshold(text);
  if (threshold === null) throw new InvalidArgumentError('Write critical, high, medium, low, kev or epss=0.1.');
  return [...before, threshold];
}
