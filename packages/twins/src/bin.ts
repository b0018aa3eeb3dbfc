import { parseArgs } from 'node:util';
import { runningClock, stillClock } from './frame/clock.ts';
import { generated } from './generator/generated.ts';
import { startTwins, TWIN_IDS, type TwinId } from './twins.ts';
import { smallWorld } from './world/small-world.ts';

const USAGE = `Starts every twin on 127.0.0.1 and prints one JSON line for each: {"source","url"}.

  --port <source>=<port>   may be given for each source; any free port by default
  --generated <count>      a generated world instead of the small one
  --issues <count>         how many issues its tracker has
  --seed <number>          seed of the generated world, 1 by default
  --still <instant>        a clock that stands there until it is advanced; by default it runs

While they run, POST {"advance":ms} to /_twin/clock, faults to /_twin/faults, GET /_twin/requests.
`;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', multiple: true, default: [] },
      generated: { type: 'string' },
      seed: { type: 'string', default: '1' },
      issues: { type: 'string' },
      still: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const world =
    values.generated === undefined
      ? smallWorld
      : generated({
          seed: wholeNumber('seed', values.seed),
          count: wholeNumber('generated', values.generated),
          ...(values.issues === undefined ? {} : { issues: wholeNumber('issues', values.issues) }),
        });
  const clock = values.still === undefined ? runningClock() : stillClock(values.still);
  const twins = await startTwins(world, { clock, ports: Object.fromEntries(values.port.map(portOf)) });
  for (const source of TWIN_IDS) process.stdout.write(`${JSON.stringify({ source, url: twins[source].url })}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void twins[Symbol.asyncDispose]());
  }
}

function portOf(text: string): [TwinId, number] {
  const [source = '', port = ''] = text.split('=');
  const id = TWIN_IDS.find((known) => known === source);
  if (id === undefined) throw new RangeError(`--port takes <source>=<port>, with one of ${TWIN_IDS.join(', ')}`);
  return [id, wholeNumber('port', port)];
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`--${option} takes a whole number, not "${text}"`);
  return value;
}
