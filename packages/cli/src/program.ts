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
 * Defines all commands. Their modules are loaded when a command runs: the contract and lockfile readers take longer to
 * load than most commands take to answer. `ended` receives the exit code.
 */
export function buildProgram(around: ProcessContext, ended: (code: ExitCode) => void): Command {
  const program = programWithoutCommands(around);
  addLookups(program, act);
  addScans(program, act);
  addOffline(program, act);
  addAccount(program, act);
  program
    .command('completion <shell>')
    .description('print a shell completion script for bash, zsh or fish')
    .action((shell: string) => {
      if (!SHELLS.includes(shell as Shell)) {
        program.error(`error: unknown shell ${JSON.stringify(shell)}; supported: ${SHELLS.join(', ')}`);
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

type Act = (
  command: Command,
  work: (session: Session) => Promise<ExitCode>,
  needs?: { readonly key: boolean },
) => Promise<void>;

function programWithoutCommands(around: ProcessContext): Command {
  return (
    new Command('almanac')
      .description('Look up CVEs and packages, and scan lockfiles and SBOMs')
      // Only -V: after a command, --version is a package's version. `run` handles a leading --version.
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
      .showHelpAfterError('See almanac help for commands and almanac help <command> for options.')
      .option('--api <url>', `API URL (ALMANAC_API; default: ${DEFAULT_API})`)
      .option('--json', "print the API's JSON response")
      .option('--no-color', 'disable colours (also NO_COLOR)')
      .option('-q, --quiet', 'print only the result')
      .option(
        '--allow-unknown [reasons]',
        'exit with 0 even if something could not be checked, for these reasons (default: all except source_stale and limit_reached)',
        reasons,
      )
      .addHelpText('after', ({ error }) => afterHelp(helpWidth((error ? around.err : around.out).columns)))
  );
}

function addLookups(program: Command, act: Act): void {
  program
    .command('cve <id>')
    .description('show what each source says about a CVE')
    .option('--history', 'show how its records changed, newest first')
    .action((id: string, options: { history?: boolean }, command: Command) =>
      act(command, async (session) =>
        options.history === true
          ? (await import('./commands/cve-history.ts')).cveHistory(session, id)
          : (await import('./commands/cve.ts')).cve(session, id),
      ),
    );
  program
    .command('dossier <id>')
    .description('show a CVE reconciled from all sources, and their disagreements')
    .option('--fresh', 'query the sources first')
    .action((id: string, options: { fresh?: boolean }, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/dossier.ts')).dossier(session, id, options.fresh === true),
      ),
    );
  program
    .command('package <name>')
    .description('show the vulnerabilities of a package: name, name@version or package URL')
    .option('--version <version>', 'version you use')
    .option('--ecosystem <ecosystem>', 'ecosystem such as npm, PyPI or Debian:12 (default: nixpkgs)')
    .action((name: string, options: PackageOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/package.ts')).packageCommand(session, name, options)),
    );
  program
    .command('explain <package> <cve>')
    .description('explain why a package is affected, not affected or unknown')
    .option('--version <version>', 'version you use')
    .option('--ecosystem <ecosystem>', 'ecosystem such as npm, PyPI or Debian:12 (default: nixpkgs)')
    .action((name: string, vulnerability: string, options: PackageOptions, command: Command) =>
      act(command, async (session) =>
        (await import('./commands/explain.ts')).explain(session, name, vulnerability, options),
      ),
    );
  program
    .command('search [words...]')
    .description('search vulnerabilities by words, names, IDs or filters')
    .addOption(new Option('--severity <severity>', 'filter by severity').choices([...SEVERITIES, 'unknown']))
    .option('--ecosystem <ecosystem>', 'filter by ecosystem, such as npm')
    .option('--kev', 'only known exploited vulnerabilities')
    .addOption(new Option('--sort <order>', 'sort order').choices(['relevance', 'date', 'severity']))
    .option('--limit <count>', 'results per page', wholeNumber)
    .option('--page <number>', 'page number', wholeNumber)
    .action((words: string[], options: SearchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/search.ts')).search(session, words, options)),
    );
}

function addScans(program: Command, act: Act): void {
  program
    .command('scan [paths...]')
    .description('find and check lockfiles and SBOMs')
    .option('--format <format[=file]>', `${FORMAT_NAMES.join(', ')}; repeatable with files (default: table)`, formats)
    .option('--sarif', 'short for --format sarif')
    .option('--vex', 'short for --format openvex')
    .option('--cyclonedx-vex', 'short for --format cyclonedx')
    .option('-o, --output <file>', 'output file for a format without one')
    .option('--root <folder>', 'scan a root file system, such as an unpacked container')
    .option('--image <file>', 'scan an image: a docker save archive or an OCI layout')
    .option('--closure <path>', 'scan the closure of a Nix store path; requires a key')
    .option(
      '--fail-on <what>',
      'exit with 1 from this severity: critical, high, medium, low, kev or epss=0.1; repeatable (default: anything affected)',
      thresholds,
    )
    .option('--no-decisions', 'ignore almanac.toml')
    .option(
      '--decisions-from <file>',
      'read decisions from a VEX document (OpenVEX, CycloneDX or CSAF); repeatable',
      files,
    )
    .option('--offline', 'use only the local snapshot (see almanac db pull)')
    .option('--snapshot <place>', 'use the snapshot at this URL or in this folder (ALMANAC_SNAPSHOT)')
    .option('--key <key>', 'trust only this publisher key, given as text or file (ALMANAC_SNAPSHOT_KEY)')
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
    .description('show which of your packages need attention, worst first: nixpkgs names, name@version or package URLs')
    .option('--file <file>', 'list of packages, lockfile or SBOM')
    .option('--maintainer <login>', 'packages of a nixpkgs maintainer')
    .option('--no-decisions', 'ignore almanac.toml')
    .action((packages: string[], options: TodayOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/today.ts')).today(session, packages, options)),
    );
  program
    .command('watch <cve...>')
    .description('poll CVEs and print changes')
    .option('--interval <seconds>', 'time between rounds', wholeNumber, 300)
    .option('--count <times>', 'stop after this many rounds', wholeNumber)
    .action((ids: string[], options: WatchOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/watch.ts')).watch(session, ids, options)),
    );
}

function addComparisons(program: Command, act: Act): void {
  program
    .command('compare <report>')
    .description('compare a grype, trivy or osv-scanner JSON report with Almanac, grouped by cause')
    .option('--no-decisions', 'ignore almanac.toml')
    .action((report: string, options: CompareOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/compare.ts')).compare(session, report, options)),
    );
  program
    .command('sbom <file>')
    .description('show the vulnerabilities of an SBOM or lockfile on a past date, and changes since then')
    .requiredOption('--at <date>', 'date (its end) or instant in UTC')
    .addOption(
      new Option('--clock <clock>', 'known: what we had observed by then; true: what sources had published').choices([
        'known',
        'true',
      ]),
    )
    .action((file: string, options: SbomOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/sbom.ts')).sbom(session, file, options)),
    );
  program
    .command('impact <subject>')
    .description('show what a CVE affects in nixpkgs, or the dependents of a nixpkgs package')
    .action((subject: string, _, command: Command) =>
      act(command, async (session) => (await import('./commands/impact.ts')).impact(session, subject)),
    );
}

function addDecide(program: Command, act: Act): void {
  program
    .command('decide <vulnerability> <package>')
    .description('record a decision about a finding in almanac.toml')
    .addOption(new Option('--status <status>', 'status (default: not_affected)').choices(STATUSES))
    .option('--justification <why>', 'reason for not_affected: one of the values below', justification)
    .option('--reason <text>', 'explanation in a sentence')
    .option('--author <name>', 'author (default: git user.name, otherwise USER)')
    .option('--expires <date>', 'last day, at most a year from now (default: 90 days)')
    .option('--all-versions', 'apply to all versions, not only the one in the package URL')
    .option('--renew', 'renew an existing decision with current evidence')
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
    .description('show the smallest upgrades that fix the findings of a scan, as commands; --apply runs them')
    .addOption(new Option('--format <format>', 'output format (default: table)').choices(['table', 'json', 'commands']))
    .option('--apply', 'run the commands of installed tools, then scan again')
    .option('--timeout <seconds>', 'time limit per command', wholeNumber, 300)
    .option('--no-decisions', 'ignore almanac.toml')
    .option('--decisions-from <file>', 'read decisions from a VEX document; repeatable', files)
    .action((paths: string[], options: PlanOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/plan.ts')).planCommand(session, paths, options)),
    );
  program
    .command('pr')
    .addArgument(new Argument('<action>', 'see below').choices(['validate', 'fix']))
    .argument('[diff]', 'diff file (default: git diff since --base)')
    .description('check or fix a nixpkgs change before it is merged')
    .option('--title <text>', 'title of the pull request (default: from the only commit)')
    .option('--body <text>', 'description of the pull request (default: the commit messages)')
    .option('--base <branch>', 'target branch', 'master')
    .option('--label <label>', 'existing label; repeatable', files)
    .addOption(
      new Option('--format <format>', 'output format (default: table)').choices(['table', 'json', 'sarif', 'diff']),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .addHelpText('after', ['', ...PR_ACTIONS].join('\n'))
    .action((action: 'validate' | 'fix', diff: string | undefined, options: PullOptions, command: Command) =>
      act(command, async (session) => (await import('./commands/pr.ts')).pr(session, action, diff, options)),
    );
}

const PR_ACTIONS = [
  'Actions:',
  '  validate  check the new versions, hashes, patches, title and backports;',
  '            use --format sarif for code scanning',
  '  fix       print a diff that fixes the findings of your change,',
  '            with a title, a text and labels; --format diff for git apply',
] as const;

function addOffline(program: Command, act: Act): void {
  program
    .command('db')
    .addArgument(new Argument('<action>', 'see below').choices(DB_ACTIONS.map(([name]) => name)))
    .argument('[ecosystems...]', 'ecosystems to pull or export, such as npm, PyPI, Debian or nix; for show: an ID')
    .description('manage the local signed snapshot for almanac scan --offline')
    .option(
      '--snapshot <place>',
      'URL or folder of the snapshots (ALMANAC_SNAPSHOT; default: from the last pull, otherwise announced by the API)',
    )
    .addOption(new Option('--from <place>', 'former name of --snapshot').hideHelp())
    .option('--key <key>', 'trust only this publisher key, given as text or file (ALMANAC_SNAPSHOT_KEY)')
    .option('--for <path>', 'pull what a lockfile, SBOM or folder needs; repeatable', files)
    .option('--all', 'pull everything except record documents')
    .option('--records', 'also pull the record documents behind findings, or with --all every document')
    .addOption(new Option('--format <format>', 'export format').choices(['sqlite', 'osv-zip']))
    .option('-o, --output <path>', 'export file (SQLite) or folder')
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
  ['pull', 'download the newest snapshot'],
  ['verify', 'verify signature, log and hashes'],
  ['status', 'show age, partitions and size'],
  ['export', 'export to SQLite or OSV archives'],
  ['show', "print a record's documents, by ID or hash"],
] as const satisfies readonly (readonly [DbAction, string])[];

function addAccount(program: Command, act: Act): void {
  program
    .command('login')
    .description('get an API key and save it')
    .option('--rotate', 'get a new key and revoke the previous one')
    .action((options: { rotate?: boolean }, command: Command) =>
      act(
        command,
        async (session) => (await import('./commands/login.ts')).login(session, options.rotate === true),
        WITHOUT_KEY,
      ),
    );
  program
    .command('logout')
    .description('remove the saved key')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/logout.ts')).logout(session), WITHOUT_KEY),
    );
  program
    .command('status')
    .description('list data sources with their state and age')
    .action((_, command: Command) =>
      act(command, async (session) => (await import('./commands/status.ts')).status(session)),
    );
}

/** An invalid key must not prevent users from getting a new one or removing it. */
const WITHOUT_KEY = { key: false } as const;

/** Long lines are hard to read, even on a wide terminal. */
function helpWidth(columns: number | null): number {
  return Math.min(columns ?? 80, 80);
}

function afterHelp(columns: number): string {
  const codes = EXIT_MEANINGS.flatMap(({ code, meaning }) =>
    wrapped(meaning, columns - 7).map((line, i) => `  ${(i === 0 ? String(code) : '').padEnd(4)} ${line}`),
  );
  const key = 'The key comes from ALMANAC_API_KEY or almanac login. It cannot be passed as an argument.';
  const examples = ['almanac scan .', 'almanac cve CVE-2021-44228', 'almanac help scan'].map((line) => `  ${line}`);
  return ['', 'Examples:', ...examples, '', 'Exit codes:', ...codes, '', ...wrapped(key, columns)].join('\n');
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Expected a positive integer.');
  return Number(text);
}

function reasons(text: string): ReadonlySet<ScanReason> {
  const read = readReasons(text);
  if (read === null) throw new InvalidArgumentError(`Expected one or more of ${ALLOWABLE_REASONS.join(', ')}.`);
  return read;
}

function justification(text: string): string {
  if (JUSTIFICATION_WORDS.some((word) => word === text)) return text;
  throw new InvalidArgumentError(`Expected one of ${JUSTIFICATION_WORDS.join(', ')}.`);
}

function files(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

function formats(text: string, before: readonly WantedFormat[] = []): readonly WantedFormat[] {
  const format = readFormat(text);
  if (format === null)
    throw new InvalidArgumentError(`Expected one of ${FORMAT_NAMES.join(', ')}, or sarif=found.sarif.`);
  return [...before, format];
}

function thresholds(text: string, before: readonly Threshold[] = []): readonly Threshold[] {
  const threshold = readThreshold(text);
  if (threshold === null) throw new InvalidArgumentError('Expected critical, high, medium, low, kev or epss=0.1.');
  return [...before, threshold];
}
