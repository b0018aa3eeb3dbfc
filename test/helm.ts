import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readYaml, yamlDocuments } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';
import type { Manifest } from './kustomize.ts';

const CHART = 'deploy/helm';

type Value = unknown;

/** What `.`, `$` and variables stand for. */
interface Scope {
  readonly dot: Value;
  readonly root: Value;
  readonly variables: Readonly<Record<string, Value>>;
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly code: string }
  | { readonly kind: 'block'; readonly head: string; readonly body: readonly Node[]; readonly other: readonly Node[] };

/** What `helm template` prints of the chart, for as much of Helm as `deploy/helm` uses; more is refused. */
export function renderedChart(values: object): Manifest[] {
  const { version, appVersion } = readYaml(`${CHART}/Chart.yaml`) as Readonly<Record<string, string>>;
  const root = {
    Values: merged(readYaml(`${CHART}/values.yaml`), values),
    Chart: { Version: version, AppVersion: appVersion },
    Release: { Revision: 1 },
  };
  return readdirSync(path.join(ROOT, CHART, 'templates')).flatMap((file) => {
    const nodes = parse(tokensOf(readPage(`${CHART}/templates/${file}`)));
    const text = write(nodes, { dot: root, root, variables: {} });
    return yamlDocuments(text).filter((each) => each != null) as Manifest[];
  });
}

interface Token {
  readonly code: boolean;
  readonly text: string;
}

function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  const parts = template.split(/(\{\{-? [^}]*?(?: -)?\}\})/);
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 0) {
      const left = parts[i - 1]?.endsWith('-}}') === true ? part.trimStart() : part;
      tokens.push({ code: false, text: parts[i + 1]?.startsWith('{{-') === true ? left.trimEnd() : left });
    } else tokens.push({ code: true, text: part.replaceAll(/^\{\{-? | ?-?\}\}$/g, '') });
  }
  return tokens;
}

function parse(tokens: Token[]): Node[] {
  const nodes: Node[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (!token.code) nodes.push({ kind: 'text', text: token.text });
    else if (/^(?:end|else)$/.test(token.text)) {
      tokens.unshift(token);
      return nodes;
    } else if (/^(?:if|range|with) /.test(token.text)) {
      const body = parse(tokens);
      const isElse = tokens[0]?.text === 'else';
      if (isElse) tokens.shift();
      const other = isElse ? parse(tokens) : [];
      if (tokens.shift()?.text !== 'end') throw new Error(`${token.text}: no end`);
      nodes.push({ kind: 'block', head: token.text, body, other });
    } else nodes.push({ kind: 'value', code: token.text });
  }
  return nodes;
}

function write(nodes: readonly Node[], scope: Scope): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'value') return String(evaluate(node.code, scope));
      return writeBlock(node, scope);
    })
    .join('');
}

function writeBlock({ head, body, other }: Extract<Node, { readonly kind: 'block' }>, scope: Scope): string {
  const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(head) ?? [];
  const pair = /^\$(\w+), \$(\w+) := (.*)$/.exec(rest);
  if (pair !== null) {
    const [, name = '', value = '', code = ''] = pair;
    return Object.entries(evaluate(code, scope) as object)
      .map(([key, each]) => write(body, { ...scope, variables: { ...scope.variables, [name]: key, [value]: each } }))
      .join('');
  }
  const value = evaluate(rest, scope);
  if (word === 'range') return (value as readonly Value[]).map((dot) => write(body, { ...scope, dot })).join('');
  if (!isTrue(value)) return write(other, scope);
  return write(body, word === 'with' ? { ...scope, dot: value } : scope);
}

/** A pipeline: what stands before a bar is the last argument of what stands after it. */
function evaluate(code: string, scope: Scope): Value {
  const [first = '', ...steps] = code.split(' | ');
  return steps.reduce((value, step) => call(argumentsOf(step), [value], scope), call(argumentsOf(first), [], scope));
}

function argumentsOf(code: string): string[] {
  return code.match(/\([^()]*\)|"[^"]*"|\S+/g) ?? [];
}

function call([name = '', ...given]: readonly string[], piped: readonly Value[], scope: Scope): Value {
  const args = [...given.map((each) => valueOf(each, scope)), ...piped];
  switch (name) {
    case 'and':
      return args.find((each) => !isTrue(each)) ?? args.at(-1);
    case 'not':
      return !isTrue(args[0]);
    case 'int':
      return Number(args[0]);
    case 'gt':
      return Number(args[0]) > Number(args[1]);
    case 'quote':
      return JSON.stringify(String(args[0]));
    case 'default':
      return isTrue(args[1]) ? args[1] : args[0];
    // JSON is YAML, and needs no indentation.
    case 'toYaml':
      return JSON.stringify(args[0]);
    case 'nindent':
      return `\n${' '.repeat(Number(args[0]))}${String(args[1])}`;
    default:
      if (args.length > 0) throw new Error(`this renderer does not know ${name}`);
      return valueOf(name, scope);
  }
}

function valueOf(code: string, scope: Scope): Value {
  if (code.startsWith('(')) return evaluate(code.slice(1, -1), scope);
  if (/^\d+$/.test(code)) return Number(code);
  const steps = /^(\$\w*)?((?:\.\w*)*)$/.exec(code);
  if (steps === null) throw new Error(`this renderer does not know ${code}`);
  const [, start = '', names = ''] = steps;
  const from = start === '' ? scope.dot : start === '$' ? scope.root : scope.variables[start.slice(1)];
  return names
    .split('.')
    .filter((name) => name !== '')
    .reduce<Value>((value, name) => {
      if (!isMap(value) || !(name in value)) throw new Error(`${code}: there is no ${name}`);
      return value[name];
    }, from);
}

function isTrue(value: Value): boolean {
  if (isMap(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function merged(base: Value, change: Value): Value {
  if (!isMap(base) || !isMap(change)) return change;
  return {
    ...base,
    ...Object.fromEntries(Object.entries(change).map(([key, value]) => [key, merged(base[key], value)])),
  };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
