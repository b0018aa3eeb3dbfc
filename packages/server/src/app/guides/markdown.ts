import { Lexer, type Token, type Tokens } from 'marked';

/** What a document is made of, as GitHub reads it. marked only reads: what each token becomes on the page is decided in `show.ts`. */
export type Block =
  | Tokens.Blockquote
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.Def
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Table
  | Tokens.Text;

/** What the text of a block is made of. */
export type Inline =
  | Tokens.Br
  | Tokens.Checkbox
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Tag
  | Tokens.Text;

export function readMarkdown(text: string): readonly Block[] {
  return blocksIn(Lexer.lex(text, { gfm: true }));
}

// The types of marked leave room for the tokens of extensions, which we have none of, and do not tell blocks from inline tokens.
export function blocksIn(tokens: readonly Token[]): readonly Block[] {
  return tokens as readonly Block[];
}

export function inlinesIn(tokens: readonly Token[]): readonly Inline[] {
  return tokens as readonly Inline[];
}

/** Every token in reading order, outer before inner; without those in the cells of tables. */
export function* eachToken(tokens: readonly Token[]): Generator<Block | Inline> {
  for (const token of tokens as readonly (Block | Inline)[]) {
    yield token;
    if (token.type === 'list') yield* eachToken(token.items);
    else if ('tokens' in token) yield* eachToken(token.tokens ?? []);
  }
}

/** The text without its marks, in one line. */
export function plainText(tokens: readonly Token[]): string {
  return inlinesIn(tokens)
    .map((token) => {
      if ('tokens' in token) return plainText(token.tokens ?? []);
      if (token.type === 'br') return ' ';
      return 'text' in token ? writtenText(token) : '';
    })
    .join('');
}

/** The text of a token in one line, without comments. */
export function writtenText({ type, text }: Tokens.HTML | Exclude<Inline, Tokens.Br | Tokens.Checkbox>): string {
  const shown = type === 'html' ? text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '') : text;
  return shown.replaceAll(/\n\s*/g, ' ');
}
