import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { readArguments } from './arguments.ts';
import { type Cutting, cautions, withinBound } from './brief.ts';
import { type Call, refusalOf } from './call.ts';
import { fenced } from './fence.ts';
import { listedInput, listedOutput } from './listed-schema.ts';
import { members, text } from './untyped.ts';

/** One tool: what it takes, what it answers in brief, and which endpoint it asks. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly answer: (call: Call, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<object>;
}

interface Given<I extends z.ZodObject, B extends z.ZodObject, A extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly brief: B;
  /** Its lists are this long at most. */
  readonly maxItems: number;
  /** The brief answer has the members of the API's answer, and the full one is that answer. */
  readonly keepsShape?: true;
  /** What it changes, if anything. */
  readonly asksForWork?: true;
  readonly ask: (call: Call, input: z.output<I>, options: { readonly signal: AbortSignal }) => Promise<A>;
  readonly shorten: (answer: A, input: z.output<I>, cut: Cutting) => z.input<B>;
}

const MAX_NOTICE = 2_000;

const Detail = z.enum(['brief', 'full']).default('brief').describe('`full`: everything.');

const FullAnswer = z.looseObject({}).describe('With `detail: full`: what the API answers.');

export function tool<I extends z.ZodObject, B extends z.ZodObject, A extends object>(given: Given<I, B, A>): Tool {
  const { name, title, description, input, brief, maxItems: most, keepsShape, asksForWork, ask, shorten } = given;
  const isFlat = keepsShape === true;
  return {
    name,
    title,
    description,
    input: input.extend({ detail: Detail }).strict(),
    // One object and not a union, which not every client can read.
    output: brief
      .partial()
      .extend({ detail: z.enum(['brief', 'full']), ...(isFlat ? {} : { answer: FullAnswer.optional() }) }),
    // What the protocol assumes is left out, since agents pay for it: an open world, and of a tool that only reads the other two.
    annotations:
      asksForWork === true
        ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true }
        : { readOnlyHint: true },
    async answer(call, whole, signal) {
      const { detail, ...rest } = whole;
      const asked = rest as z.output<I>;
      const answer = await ask(call, asked, { signal });
      const notice = text(members(answer)['notice'], MAX_NOTICE);
      const caution = notice === null ? {} : { caution: notice };
      if (detail === 'full') return isFlat ? { detail, ...answer, ...caution } : { detail, answer, ...caution };
      return withinBound(most, (cut) => {
        const short = shorten(answer, asked, cut);
        if (notice === null) return { detail: 'brief', ...short };
        return { detail: 'brief', ...short, caution: cautions(text(members(short)['caution'], MAX_NOTICE), notice) };
      });
    },
  };
}

export function register(server: McpServer, tool: Tool, call: Call): void {
  const { name, title, description, input, output, annotations } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema: listedInput(input), outputSchema: listedOutput(output), annotations },
    async (given: unknown, context): Promise<CallToolResult> => {
      try {
        const asked = readArguments(input, given);
        const structuredContent = { ...(await tool.answer(call, asked, context.mcpReq.signal)) };
        return { structuredContent, content: [{ type: 'text', text: fenced(structuredContent) }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: refusalOf(error) }) }] };
      }
    },
  );
}
