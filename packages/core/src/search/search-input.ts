/** What somebody typed or pasted into a search box. Whatever is not exactly one thing is words. */
export type SearchInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'cve'; readonly id: string }
  /** An id of any other database in the OSV format, GHSA included. */
  | { readonly kind: 'advisory'; readonly id: string }
  | { readonly kind: 'weakness'; readonly id: string }
  | { readonly kind: 'issue'; readonly number: number }
  | {
      readonly kind: 'package';
      /** Null where the input does not name one. */
      readonly ecosystem: string | null;
      readonly name: string;
      readonly version: string | null;
    }
  | { readonly kind: 'words'; readonly text: string };
