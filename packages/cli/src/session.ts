import { type Client, createClient, type Wait } from '@almanac/client';
import type { ScanReason } from '@almanac/core/scan';
import { readCredentials } from './access/credentials.ts';
import { type Colours, coloursOf } from './output/colours.ts';
import { plainJson } from './output/plain-text.ts';
import { type Progress, progressOn } from './output/progress.ts';
import type { ProcessContext } from './process-context.ts';
import { baseUrlOf, credentialsPath, keyOf } from './settings.ts';

export interface GlobalOptions {
  readonly api?: string;
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
  readonly allowUnknown?: ReadonlySet<ScanReason>;
}

export interface Session extends ProcessContext {
  readonly client: Client;
  readonly baseUrl: string;
  /** Whether an option or the environment names the API, rather than the default. */
  readonly isApiNamed: boolean;
  readonly hasKey: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Reasons for unchecked items that still exit with 0. */
  readonly allowed: ReadonlySet<ScanReason>;
  readonly colours: Colours;
  /** For standard error. */
  readonly noteColours: Colours;
  /** Null without a terminal: nothing is shortened. */
  readonly width: number | null;
  readonly progress: Progress;
  readonly credentialsFile: string;
  /** Notices from services and snapshots about their data, printed at the end. */
  readonly notices: Set<string>;
  readonly print: (...lines: readonly string[]) => void;
  /** Prints the API's answer, escaped for a terminal. */
  readonly printJson: (json: string) => void;
  /** Prints a line about the run to standard error, unless quiet. */
  readonly note: (line: string) => void;
}

/** A thousand packages may take some seconds. */
const PATIENCE_MS = 60_000;

export async function openSession(
  around: ProcessContext,
  options: GlobalOptions,
  { key }: { readonly key: boolean } = { key: true },
): Promise<Session> {
  const { environment, out, err } = around;
  const baseUrl = baseUrlOf(options.api, environment);
  const quiet = options.quiet === true;
  const progress = progressOn(err, quiet);
  const credentialsFile = credentialsPath(environment, around.home);
  const kept = async () => (await readCredentials(credentialsFile)).get(baseUrl)?.apiKey;
  const apiKey = key ? (keyOf(environment) ?? (await kept())) : undefined;
  const notices = new Set<string>();
  const client = createClient({
    baseUrl,
    onNotice: (notice) => notices.add(notice),
    apiKey,
    timeoutMs: PATIENCE_MS,
    userAgent: `almanac/${around.version}`,
    onWait: (wait) => {
      if (err.isTTY) progress.show(waitSentence(wait));
      else note(waitSentence(wait));
    },
  });
  function note(line: string): void {
    if (quiet) return;
    progress.clear();
    err.write(`${line}\n`);
  }
  if (apiKey !== undefined && isOpen(baseUrl)) note(`Warning: sending your API key to ${baseUrl} over plain HTTP.`);
  return {
    ...around,
    client,
    baseUrl,
    isApiNamed: options.api !== undefined || (environment['ALMANAC_API'] ?? '') !== '',
    hasKey: apiKey !== undefined,
    json: options.json === true,
    quiet,
    allowed: options.allowUnknown ?? new Set(),
    colours: coloursOf({ isTTY: out.isTTY, refused: !options.color, environment }),
    noteColours: coloursOf({ isTTY: err.isTTY, refused: !options.color, environment }),
    width: out.isTTY ? Math.max(40, out.columns ?? 80) : null,
    progress,
    credentialsFile,
    notices,
    print(...lines) {
      progress.clear();
      out.write(lines.map((line) => `${line}\n`).join(''));
    },
    printJson(json) {
      progress.clear();
      out.write(`${plainJson(json).trimEnd()}\n`);
    },
    note,
  };
}

function waitSentence({ milliseconds, status }: Wait): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return status === 429
    ? `Rate limit reached. Continuing in ${seconds} s.`
    : `The service is not responding. Retrying in ${seconds} s.`;
}

/** Reports whether others on the way may read along. */
function isOpen(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
