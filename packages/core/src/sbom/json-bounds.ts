import type { SbomLimits, SbomProblem } from './model.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPENERS = { array: 91, object: 123 } as const;
const CLOSERS = { array: 93, object: 125 } as const;

/** The lists of the formats that hold components, by the name of their member. */
const COMPONENT_LISTS: ReadonlySet<string> = new Set(['"components"', '"packages"']);

/** How many objects and lists a document may have for each component that it may have. Real ones have fifteen to forty. */
const CONTAINERS_PER_COMPONENT = 60;

/**
 * Holds the text of a JSON document against the limits before a parser builds anything from it: how deep it goes, how many
 * components its lists hold, and how many objects and lists there are. One pass without recursion; what is no JSON is left for the parser.
 *
 * Twice the components are let through: only a reader can tell which of them count.
 */
export function exceedsBounds(text: string, limits: SbomLimits): SbomProblem | null {
  const inComponentList: boolean[] = [];
  let key = '';
  let components = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      // Only a short string can be the name of a list of components.
      key = end - at < 16 && isKey(text, end) ? text.slice(at, end) : '';
      at = end - 1;
    } else if (code === OPENERS.object || code === OPENERS.array) {
      if (code === OPENERS.object && inComponentList.at(-1) === true) components += 1;
      containers += 1;
      inComponentList.push(code === OPENERS.array && COMPONENT_LISTS.has(key));
      key = '';
      if (inComponentList.length > limits.depth) return tooDeep(limits);
      if (components > 2 * limits.components) return tooManyComponents(limits);
      if (containers > CONTAINERS_PER_COMPONENT * limits.components) {
        const most = (CONTAINERS_PER_COMPONENT * limits.components).toLocaleString('en-GB');
        return { code: 'too_large', message: `The document has more than ${most} objects and arrays.` };
      }
    } else if (code === CLOSERS.object || code === CLOSERS.array) inComponentList.pop();
  }
  return null;
}

export function tooDeep(limits: SbomLimits): SbomProblem {
  return { code: 'too_deep', message: `The document is nested deeper than ${limits.depth} levels.` };
}

export function tooManyComponents(limits: SbomLimits): SbomProblem {
  const most = limits.components.toLocaleString('en-GB');
  return { code: 'too_many_components', message: `The document has more than ${most} components.` };
}

/** The place behind the closing quote. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** Whether a colon follows, behind white space at most. */
function isKey(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === COLON;
}
