import type { ScanReason } from '@almanac/core/scan';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { CompareOptions } from './commands/compare.ts';
import type { DbAction, DbOptions } from './commands/db.ts';
import type { DecideOptions } from './commands/decide.ts';
import type { PlanOptions } from './commands/plan.ts';
import type { SbomOptions } from './commands/sbom.ts';
import type { ScanOptions } from './commands/scan.ts';
import type { SearchOptions } from './commands/search.ts';
import type { TodayOptions } from './commands/today.ts';
import type { WatchOptions } from './commands/watch.ts';
import { SHELLS, type Shell } from './completion/known.ts';
import { completionScript } from './completion/script.ts';
import { EXPORT_FORMATS } from './db/export/formats.ts';
import { EXIT_MEANINGS, type ExitCode } from './exit-codes.ts';
import { FORMAT_NAMES, readFormat, type WantedFormat } from './formats/names.ts';
import { examplesText } from './help-examples.ts';
import { plain } from './output/plain-text.ts';
import { wrapped } from './output/width.ts';
import type { PackageOptions } from './packages/ask-package.ts';
import type { ProcessContext } from './process-context.ts';
import type { PullOptions } from './pull-request/pull.ts';
import { ALLOWABLE_REASONS, readReasons } from './scan/allowed-reasons.ts';
import { JUSTIFICATION_WORDS, STATUSES } from './scan/decision-words.ts';
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
  addOffline(program, act);
  addAccount(program, act);
  program
    .command('completion <shell>')
    .description('print a script that completes commands and options, for bash, zsh or fish')
    .action((shell: string) => {
      if (!SHELLS.includes(shell as Shell)) {
        program.error(`error: ${JSON.stringify(shell)} is no shell that is known: ${SHELLS.join(', ')}`);
      }
      around.out.write(completionScript(program, shell as Shell));
    });
  for (const command of program.commands) command.addHelpText('after', examplesText(command.name()));
  return program;

  async function act(
    command: Command,
    work: (session: Session) => Promise<ExitCode>,
    needs?: { readonly key: boolean },
  ): Promise<void> {
    const session = await openSession(around, command.optsWithGlobals<GlobalOptions>(), needs);
    try {
      ended(await work(session));
      for (const notice of session.notices) session.note(plain(notice));
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
        getOutHelpWidth: () => helpWidth(around.out.columns),
        getErrHelpWidth: () => helpWidth(around.err.columns),
        outputError: (text, write) => write(text.replace(/^error: /, 'almanac: ')),
      })
      .showHelpAfterError('almanac help lists the commands, almanac help <command> its options.')
      .option('--api <url>', `base address of the API (ALMANAC_API; default: ${DEFAULT_API})`)
      .option('--json', 'print JSON: the API’s answer itself')
      .option('--no-color', 'no colours (also NO_COLOR)')
      .option('-q, --quiet', 'print only the answer')
      .option(
        '--allow-unknown [reasons]',
        'exit with 0 although something could not be checked, for these reasons; without reasons: for all but source_stale and limit_reached',
        reasons,
      )
      .addHelpText('after', ({ error }) => afterHelp(helpWidth((error ? around.err : around.out).columns)))
  );
}

function addLookups(program: Command, act: Act): void {
  program
    .command('cve <id>')
    .description('show what every source says about a CVE')
    .option('--history', 'show what changed in its records, newest first')
    .action((id: string, options: { history?: boolean }, command: Command) =>
      act(command, async (session) =>
        options.history === true
          ? (await import('./commands/cve-history.ts')).cveHistory(session, id)
          : (await import('./commands/cve.ts')).cve(session, id),
      ),
    );
  program
    .command('dossier <id>')
    .description('show a CVE reconciled from all sources, and where they disagree')
    .option('--fresh', 'ask the sources again first')
    .action((id: string, options: { fresh?: boolean }, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/dossier.ts')).dossier(session, id, options.fresh === true),
      ),
    );
  program
    .command('package <name>')
    .description('show what is known about a package: name, name@version or package URL')
    .option('--version <version>', 'the version that you use')
    .option('--ecosystem <ecosystem>', 'such as npm, PyPI, Debian:12; default: the collection')
    .action((name: string, options: PackageOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/package.ts')).packageCommand(session, name, options)),
    );
  program
    .command('explain <package> <cve>')
    .description('say in words why a vulnerability affects a package, does not, or why nobody can tell')
    .option('--version <version>', 'the version that you use')
    .option('--ecosystem <ecosystem>', 'such as npm, PyPI, Debian:12; default: the collection')
    .action((name: string, vulnerability: string, options: PackageOptions, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/explain.ts')).explain(session, name, vulnerability, options),
      ),
    );
  program
    .command('search [words...]')
    .description('find vulnerabilities by words, names and ids, or by options alone')
    .addOption(new Option('--severity <severity>', 'only of this severity').choices([...SEVERITIES, 'unknown']))
    .option('--ecosystem <ecosystem>', 'such as npm')
    .option('--kev', 'only what is known to be exploited')
    .addOption(new Option('--sort <order>', 'what comes first').choices(['relevance', 'date', 'severity']))
    .option('--limit <count>', 'rows on a page', wholeNumber)
    .option('--page <number>', 'which page', wholeNumber)
    .action((words: string[], options: SearchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/search.ts')).search(session, words, options)),
    );
}

function addScans(program: Command, act: Act): void {
  program
    .command('scan [paths...]')
    .description('find lockfiles and bills of materials, and check everything in them')
    .option(
      '--format <format[=file]>',
      `${FORMAT_NAMES.join(', ')}; with a file several at once (default: table)`,
      formats,
    )
    .option('--sarif', 'the same as --format sarif')
    .option('--vex', 'the same as --format openvex')
    .option('--cyclonedx-vex', 'the same as --format cyclonedx')
    .option('-o, --output <file>', 'the file of a format that names none')
    .option('--root <folder>', 'scan a whole system, such as an unpacked container')
    .option('--image <file>', 'scan an image: an archive of docker save, or an OCI layout')
    .option('--closure <path>', 'scan all that a store path needs, as nix lists it; needs a key')
    .option(
      '--fail-on <what>',
      'exit with 1 from: critical, high, medium, low, kev or epss=0.1; may be repeated (default: anything affected)',
      thresholds,
    )
    .option('--no-decisions', 'leave almanac.toml aside: scan as if nobody had decided anything')
    .option(
      '--decisions-from <file>',
      'decisions of a VEX document: OpenVEX, CycloneDX or CSAF; may be given again',
      files,
    )
    .option('--offline', 'ask the snapshot that is on this machine, and nobody else')
    .option('--snapshot <place>', 'ask the snapshots at this address or in this folder (ALMANAC_SNAPSHOT)')
    .option(
      '--key <key>',
      'trust only this verifier key of their publisher, or the one in a file (ALMANAC_SNAPSHOT_KEY)',
    )
    .action((paths: string[], options: ScanOptions, command: Command) =>
      act(
        command,
        async (session) => (await import('./commands/scan.ts')).scan(session, paths, options),
        options.offline === true || options.snapshot !== undefined ? WITHOUT_KEY : undefined,
      ),
    );
  addDecide(program, act);
  addComparisons(program, act);
  addFixes(program, act);
  program
    .command('today [packages...]')
    .description(
      'show what needs attention in your packages, worst first: names of the collection, name@version, package URLs',
    )
    .option('--file <file>', 'a list of packages, a lockfile or a bill of materials')
    .option('--maintainer <login>', 'the packages of a maintainer of the collection')
    .option('--no-decisions', 'leave almanac.toml aside')
    .action((packages: string[], options: TodayOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/today.ts')).today(session, packages, options)),
    );
  program
    .command('watch <cve...>')
    .description('ask about CVEs repeatedly, and print what has changed')
    .option('--interval <seconds>', 'how long to wait between rounds', wholeNumber, 300)
    .option('--count <times>', 'stop after this many rounds', wholeNumber)
    .action((ids: string[], options: WatchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/watch.ts')).watch(session, ids, options)),
    );
}

function addComparisons(program: Command, act: Act): void {
  program
    .command('compare <report>')
    .description('compare the JSON report of grype, trivy or osv-scanner with Almanac, grouped by cause')
    .option('--no-decisions', 'leave almanac.toml aside: compare as if nobody had decided anything')
    .action((report: string, options: CompareOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/compare.ts')).compare(session, report, options)),
    );
  program
    .command('sbom <file>')
    .description('show what a bill of materials or a lockfile came to on a day, and what has changed since')
    .requiredOption('--at <date>', 'a day, for its end, or an instant in UTC')
    .addOption(
      new Option('--clock <clock>', 'known: what had been observed by then; true: what sources had published').choices([
        'known',
        'true',
      ]),
    )
    .action((file: string, options: SbomOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/sbom.ts')).sbom(session, file, options)),
    );
  program
    .command('impact <subject>')
    .description('show what a CVE affects in the collection, or what is built from a package of it')
    .action((subject: string, _, command: Command) =>
      act(command, async (session) => (await import('./commands/impact.ts')).impact(session, subject)),
    );
}

function addDecide(program: Command, act: Act): void {
  program
    .command('decide <vulnerability> <package>')
    .description('write a decision about a finding into almanac.toml, bound to its evidence')
    .addOption(new Option('--status <status>', 'what is decided (default: not_affected)').choices(STATUSES))
    .option('--justification <why>', 'why it is not_affected: one of the words below', justification)
    .option('--reason <text>', 'in a sentence')
    .option('--author <name>', 'who decides (default: user.name of git, else USER)')
    .option('--expires <date>', 'the last day, at most a year from now (default: in 90 days)')
    .option('--all-versions', 'for every version of the package, not for the one in the package URL')
    .option('--renew', 'what the decision before says, with the evidence of now')
    .addHelpText('after', ['', 'Justifications:', ...JUSTIFICATION_WORDS.map((word) => `  ${word}`)].join('\n'))
    .action((vulnerability: string, purl: string, options: DecideOptions, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/decide.ts')).decide(session, vulnerability, purl, options),
      ),
    );
}

function addFixes(program: Command, act: Act): void {
  program
    .command('plan [paths...]')
    .description('show the smallest upgrades that clear what a scan finds, as commands; --apply runs them')
    .addOption(new Option('--format <format>', 'how (default: table)').choices(['table', 'json', 'commands']))
    .option('--apply', 'run the commands of the tools that are installed, then scan again')
    .option('--timeout <seconds>', 'how long one command may take', wholeNumber, 300)
    .option('--no-decisions', 'leave almanac.toml aside')
    .option('--decisions-from <file>', 'decisions of a VEX document; may be given again', files)
    .action((paths: string[], options: PlanOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/plan.ts')).planCommand(session, paths, options)),
    );
  program
    .command('pr')
    .addArgument(new Argument('<action>', 'see below').choices(['validate', 'fix']))
    .argument('[diff]', 'a file; without it, what git shows since --base')
    .description('check a change to packages of the collection before it is merged, or fix it')
    .option('--title <text>', 'title of the pull request (default: that of the only commit)')
    .option('--body <text>', 'its text (default: the messages of the commits)')
    .option('--base <branch>', 'the branch that it is for', 'master')
    .option('--label <label>', 'a label that it has; may be given again', files)
    .addOption(new Option('--format <format>', 'how (default: table)').choices(['table', 'json', 'sarif', 'diff']))
    .addOption(new Option('--fail-on <severity>', 'exit with 1 from').choices(['error', 'warning']).default('error'))
    .addHelpText('after', ['', ...PR_ACTIONS].join('\n'))
    .action((action: 'validate' | 'fix', diff: string | undefined, options: PullOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/pr.ts')).pr(session, action, diff, options)),
    );
}

const PR_ACTIONS = [
  'Actions:',
  '  validate  check the new versions, hashes, patches, title and backports;',
  '            --format sarif for code scanning',
  '  fix       print a diff that applies to your change and fixes the findings,',
  '            with a title, a text and labels; --format diff for git apply',
] as const;

function addOffline(program: Command, act: Act): void {
  program
    .command('db')
    .addArgument(new Argument('<action>', 'see below').choices(DB_ACTIONS.map(([name]) => name)))
    .argument(
      '[ecosystems...]',
      'to pull as a whole, or to export alone: npm, PyPI, Debian and others, nix for the collection; to show: an id',
    )
    .description('keep a signed snapshot on this machine, for almanac scan --offline')
    .option(
      '--snapshot <place>',
      'address or folder of the snapshots (ALMANAC_SNAPSHOT; default: that of the last pull, else the one that the API announces)',
    )
    .addOption(new Option('--from <place>', 'the earlier name of --snapshot').hideHelp())
    .option('--key <key>', 'trust only this verifier key of the publisher, or the one in a file (ALMANAC_SNAPSHOT_KEY)')
    .option('--for <path>', 'pull what a lockfile, a bill of materials or a folder needs; may be given again', files)
    .option('--all', 'pull everything but the documents of records')
    .option('--records', 'pull the documents of records, too: those that findings rest on, or with --all every one')
    .addOption(new Option('--format <format>', 'of an export').choices(EXPORT_FORMATS))
    .option('-o, --output <path>', 'of an export: the file of SQLite, or a folder')
    .addHelpText(
      'after',
      ['', 'Actions:', ...DB_ACTIONS.map(([name, about]) => `  ${name.padEnd(7)} ${about}`)].join('\n'),
    )
    .action((action: DbAction, ecosystems: string[], options: DbOptions, command: Command) =>
      act(
        command,
        async (session) => (await import('./commands/db.ts')).db(session, action, ecosystems, options),
        WITHOUT_KEY,
      ),
    );
}

const DB_ACTIONS = [
  ['pull', 'get the newest snapshot: what is held, and what is named besides'],
  ['verify', 'check signature, log and the hash of everything that is held'],
  ['status', 'show root, age, partitions and bytes'],
  ['export', 'write what is held as a SQLite database, as Parquet files, or as OSV archives'],
  ['show', 'print the documents of a record, by its id or by the hash of its bytes'],
] as const satisfies readonly (readonly [DbAction, string])[];

function addAccount(program: Command, act: Act): void {
  program
    .command('login')
    .description('get an API key, and keep it')
    .option('--rotate', 'get a new key, and revoke the one before')
    .action((options: { rotate?: boolean }, command: Command) =>
      act(
        command,
        async (session) => (await import('./commands/login.ts')).login(session, options.rotate === true),
        WITHOUT_KEY,
      ),
    );
  program
    .command('logout')
    .description('forget the key on this machine')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/logout.ts')).logout(session), WITHOUT_KEY),
    );
  program
    .command('status')
    .description('list the sources with their state and age')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/status.ts')).status(session)),
    );
}

/** Who asks for a key, or gives it up, must not be held up by one that is no longer valid. */
const WITHOUT_KEY = { key: false } as const;

/** Help is read, and long lines are hard to read: a wide terminal makes it no wider. */
function helpWidth(columns: number | null): number {
  return Math.min(columns ?? 80, 80);
}

function afterHelp(columns: number): string {
  const codes = EXIT_MEANINGS.flatMap(({ code, meaning }) =>
    wrapped(meaning, columns - 7).map((line, i) => `  ${(i === 0 ? String(code) : '').padEnd(4)} ${line}`),
  );
  const key = 'The key is read from ALMANAC_API_KEY, else from what almanac login has kept; it is never an argument.';
  const examples = ['almanac scan .', 'almanac cve CVE-2021-44228', 'almanac help scan'].map((line) => `  ${line}`);
  return ['', 'Examples:', ...examples, '', 'Exit codes:', ...codes, '', ...wrapped(key, columns)].join('\n');
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

function justification(text: string): string {
  if (JUSTIFICATION_WORDS.some((word) => word === text)) return text;
  throw new InvalidArgumentError(`Write one of ${JUSTIFICATION_WORDS.join(', ')}.`);
}

function files(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

function formats(text: string, before: readonly WantedFormat[] = []): readonly WantedFormat[] {
  const format = readFormat(text);
  if (format === null) throw new InvalidArgumentError(`Write one of ${FORMAT_NAMES.join(', ')}, or sarif=found.sarif.`);
  return [...before, format];
}

function thresholds(text: string, before: readonly Threshold[] = []): readonly Threshold[] {
  const threshold = readThreshold(text);
  if (threshold === null) throw new InvalidArgumentError('Write critical, high, medium, low, kev or epss=0.1.');
  return [...before, threshold];
}
