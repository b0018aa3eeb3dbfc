import type { Collection } from './collect.ts';
import { indentOf, lineNumber, linesOf } from './lines.ts';
import { originOfResolved } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { splitRequest } from './yarn-requests.ts';

interface Block {
  /** What was asked for: `name@range`, several of them. */
  readonly requests: readonly string[];
  readonly line: number;
  version: string | null;
  resolved: string | null;
  /** What it asks for itself. */
  readonly asks: string[];
}

/**
 * yarn.lock of Yarn 1. The file says what each package asks for, not what the project does: a request that stands in the file and
 * that no package makes is one of the project; a request that a package makes may be one of the project too.
 */
export function readYarnV1(text: string, collection: Collection): string {
  const blocks = parseBlocks(text);
  const asked = new Set(blocks.flatMap(({ asks }) => asks));
  for (const block of blocks) readBlock(block, asked, collection);
  return 'v1';
}

function readBlock(block: Block, asked: ReadonlySet<string>, collection: Collection): void {
  const place = lineNumber(block.line);
  const { name, range } = splitRequest(block.requests[0] ?? '');
  const alias = range.startsWith('npm:') ? splitRequest(range.slice('npm:'.length)).name : null;
  const local = LOCAL.some((protocol) => range.startsWith(protocol));
  const origin = originOfResolved(block.resolved ?? (local ? range : null));
  if (origin.from === 'folder') {
    return collection.skip(place, name, `a copy of the folder ${quoted(origin.folder)}, not a published package`);
  }
  if (block.version === null) return collection.skip(place, name, 'the entry has no version');
  collection.add({
    type: 'npm',
    name: alias ?? name,
    version: block.version,
    qualifiers: 'qualifiers' in origin ? origin.qualifiers : null,
    direct: block.requests.some((request) => !asked.has(request)) ? true : null,
    dev: null,
    place,
  });
}

const LOCAL: readonly string[] = ['file:', 'link:'];

/** A block begins at the margin, its fields are indented by two, what it depends on by four. */
function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  let inDependencies = false;
  for (const { text: line, number } of linesOf(text)) {
    const body = line.trim();
    if (body === '' || body.startsWith('#')) continue;
    const indent = indentOf(line);
    if (indent === 0) {
      if (!body.endsWith(':')) throw new LockfileProblem(`Line ${number} is not a yarn.lock entry: ${quoted(body)}`);
      block = { requests: readRequests(body), line: number, version: null, resolved: null, asks: [] };
      blocks.push(block);
      inDependencies = false;
      continue;
    }
    if (block === null) throw new LockfileProblem(`Line ${number} is outside every entry: ${quoted(body)}`);
    if (indent === 2) {
      inDependencies = body === 'dependencies:' || body === 'optionalDependencies:';
      const [field, value] = readField(body);
      if (field === 'version') block.version = value;
      if (field === 'resolved') block.resolved = value;
    } else if (inDependencies) {
      const [name, range] = readField(body);
      block.asks.push(`${name}@${range}`);
    }
  }
  return blocks;
}

/** `"@a/b@^1.0.0", "@a/b@^1.1.0":` */
function readRequests(head: string): string[] {
  return head
    .slice(0, -1)
    .split(', ')
    .map((request) => unquote(request.trim()));
}

/** `version "1.0.0"`, `"@a/b" "^1.0.0"`, `integrity sha512-…`. */
function readField(body: string): [name: string, value: string] {
  const from = body.startsWith('"') ? body.indexOf('"', 1) : 0;
  const space = from === -1 ? -1 : body.indexOf(' ', from);
  if (space === -1) return [unquote(body), ''];
  return [unquote(body.slice(0, space)), unquote(body.slice(space + 1).trim())];
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
