import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { readArguments } from './arguments.ts';
import { type Cutting, cautions, withinBound } from './brief.ts';
import { type Call, refusalOf } from './call.ts';
import { fenced } from './fence.ts';
import { listedInput, listedOutput } from './listed-schema.ts';
import { plain } from './prose.ts';
import { members, text } from './untyped.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly answer: (call: Call, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolAnswer>;
}

/** Sends every fact once, as structured content or as text, because models pay for both. */
export interface ToolAnswer {
  readonly structuredContent: Record<string, unknown>;
  readonly text: string;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly isFull: boolean;
}

interface Given<I extends z.ZodObject, B extends z.ZodObject, A extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly brief: B;
  readonly maxItems: number;
  /** The brief answer is a cut version of the API's answer. */
  readonly keepsShape?: true;
  readonly asksForWork?: true;
  readonly ask: (call: Call, input: z.output<I>, options: AskOptions) => Promise<A>;
  readonly shorten: (answer: A, input: z.output<I>, cut: Cutting) => z.input<B>;
  /** For clients that show only text to their model. */
  readonly summarise: (brief: z.input<B>) => string;
}

const DETAILS = ['brief', 'text', 'full'] as const;
// Described once, in the server's instructions, because agents pay for each repetition.
const Detail = z.enum(DETAILS).default('brief');

const FullAnswer = z.looseObject({}).describe('With `detail: full`: what the API answers.');

export function tool<I extends z.ZodObject, B extends z.ZodObject, A extends object>(given: Given<I, B, A>): Tool {
  const { name, title, description, input, brief, maxItems, keepsShape, asksForWork, ask, shorten, summarise } = given;
  const isFlat = keepsShape === true;
  return {
    name,
    title,
    description,
    input: input.extend({ detail: Detail }).strict(),
    // An object, because some clients cannot read unions.
    output: brief.partial().extend({ detail: z.enum(DETAILS), ...(isFlat ? {} : { answer: FullAnswer.optional() }) }),
    // Omits the protocol's defaults, because agents pay for them.
    annotations:
      asksForWork === true
        ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true }
        : { readOnlyHint: true },
    async answer(call, whole, signal) {
      const { detail, ...rest } = whole;
      const asked = rest as z.output<I>;
      const answer = await ask(call, asked, { signal, isFull: detail === 'full' });
      const notice = text(members(answer)['notice'], MAX_CAUTION);
      if (detail === 'full') {
        const caution = notice === null ? {} : { caution: notice };
        const structuredContent = isFlat ? { detail, ...answer, ...caution } : { detail, answer, ...caution };
        return { structuredContent, text: cautions(isFlat ? FULL_FLAT : FULL, notice) ?? '' };
      }
      const short = withinBound(maxItems, (cut) => {
        const brief = shorten(answer, asked, cut);
        return notice === null ? brief : { ...brief, caution: cautions(cautionIn(brief), notice) };
      });
      // The output schema requires structured content in every result.
      if (detail === 'text') return { structuredContent: { detail }, text: fenced(short) };
      const summary = cautions(plain(summarise(short), MAX_SUMMARY), cautionIn(short));
      return { structuredContent: { detail: 'brief', ...short }, text: `${fenced(summary)}\n${BRIEF}` };
    },
  };
}

const MAX_SUMMARY = 500;
const MAX_CAUTION = 2_000;
const BRIEF = 'structuredContent has the answer. If you cannot see it, ask again with detail: "text".';
const FULL = "structuredContent.answer has the API's answer.";
const FULL_FLAT = 'structuredContent has the dossier.';

function cautionIn(brief: object): string | null {
  return text(members(brief)['caution'], MAX_CAUTION);
}

export function register(server: McpServer, tool: Tool, call: Call): void {
  const { name, title, description, input, output, annotations } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema: listedInput(input), outputSchema: listedOutput(output), annotations },
    async (given: unknown, context): Promise<CallToolResult> => {
      try {
        const asked = readArguments(input, given);
        const { structuredContent, text } = await tool.answer(call, asked, context.mcpReq.signal);
        return { structuredContent, content: [{ type: 'text', text }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: refusalOf(error) }) }] };
      }
    },
  );
}
