import { ERRORS, type ErrorCode, exampleError } from './errors.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/errors.md`: every code with its status, meaning, remedy and an example body, then those for which readers refuse a snapshot. */
export function errorsPage(refusals: readonly (readonly [code: string, meaning: string])[]): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return `# Errors

<!-- Written by scripts/openapi.ts from packages/contract/src/errors.ts: edit there. -->

Every error has this body, whatever its status:

${markdownTable(BODY)}

Errors are never cached. A code is never given a second meaning; new ones are added over time, so treat a code that you
do not know by its status.

${markdownTable([['Code', 'Status', 'Meaning'], ...codes.map(rowOf)])}

${codes.map(sectionOf).join('\n')}
## Snapshots

The command line ends with 3 where it refuses a [snapshot](snapshots.md#refusals), and prints one of these codes. What is refused is not used in part.
\`SNAPSHOT_UNREACHABLE\` means that no file could be read from the address; the command line then ends with 4.

${markdownTable([['Code', 'Meaning'], ...refusals.map(([code, meaning]) => [`\`${code}\``, meaning])])}
`;
}

const BODY = [
  ['Member', 'Type', 'Meaning'],
  ['`success`', '`false`', ''],
  ['`error`', 'string', 'For people. Its wording may change.'],
  ['`code`', 'string', 'For programs. Stable: branch on it.'],
  ['`hint`', 'string, where there is one', 'What to do instead.'],
  ['`details`', 'object, of a refusal by a budget', '`budget`, `scope`, `limit` and `retryAfter`.'],
  ['`requestId`', 'string', 'Name it when you report the error. It is also in the header `X-Request-Id`.'],
];

function rowOf(code: ErrorCode): string[] {
  return [`[\`${code}\`](#${code.toLowerCase()})`, String(ERRORS[code].status), ERRORS[code].meaning];
}

function sectionOf(code: ErrorCode): string {
  const { status, meaning, remedy } = ERRORS[code];
  return `## ${code}

Status ${status}. ${meaning}

**Remedy:** ${remedy}

\`\`\`json
${JSON.stringify(exampleError(code), null, 2)}
\`\`\`
`;
}
