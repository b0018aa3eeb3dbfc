export interface ChatModel {
  readonly name: string;
  /** Returns the answer's text. Throws on timeout. */
  ask(prompt: { readonly system: string; readonly user: string }, signal: AbortSignal): Promise<string>;
}

export interface ChatModelAddress {
  /** Includes the version, without a trailing slash: `https://host/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}

const LONGEST_MS = 8_000;
const MAX_ANSWER = 256 * 1024;

export function openChatModel({ url, model, key }: ChatModelAddress): ChatModel {
  return {
    name: model,
    async ask({ system, user }, signal) {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        // A redirect would send the key to another address.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model,
          temperature: 0,
          response_format: { type: 'json_object' },
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        }),
      });
      if (!response.ok) throw new Error(`the model answers ${response.status}`);
      const body = JSON.parse(await textOf(response)) as { choices?: readonly { message?: { content?: unknown } }[] };
      const content = body.choices?.[0]?.message?.content;
      if (typeof content !== 'string') throw new Error('the model answers without a text');
      return content;
    },
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER) throw new Error('the model answers at too great a length');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
