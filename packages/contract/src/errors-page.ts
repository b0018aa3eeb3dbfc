import { ERRORS, type ErrorCode, exampleError } from './errors.ts';

/** Writes `docs/errors.md`: every error code, then the codes for refused snapshots. */
export function errorsPage(refusals: readonly (readonly [code: string, meaning: string])[]): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return `# Errors

<!-- Written by scripts/openapi.ts from packages/contract/src/errors.ts: edit there. -->

Every error has this body, whatever its status. Branch on \`code\`, which is stable; the wording of \`error\` and \`hint\` may change. New codes
may be added: treat one that you do not know by its status. \`details\` is there for refusals by a budget, with \`budget\`, \`scope\`, \`limit\` and
\`retryAfter\`. Name \`requestId\`, which is also in the header \`X-Request-Id\`, when you report an error. Errors are never cached.

\`\`\`json
${JSON.stringify(exampleError('AUTH_REQUIRED'), null, 2)}
\`\`\`

${codes.map(sectionOf).join('\n')}
## Snapshots

The command line ends with 3 if it refuses a [snapshot](snapshots.md), and prints one of these codes. \`almanac db pull\` ends with 4 for
\`snapshot_unreachable\`, and any command with 2 for \`address_malformed\` and \`key_unknown\`.

${refusals.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join('\n')}
`;
}

function sectionOf(code: ErrorCode): string {
  const { status, meaning, remedy } = ERRORS[code];
  return `## ${code}

**${status}.** ${meaning} ${remedy}
`;
}
