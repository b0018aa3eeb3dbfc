/** A package as a test writes it into a lockfile. */
export interface Package {
  readonly name: string;
  readonly version: string;
}

/** A lockfile as its tool writes it, and what is read of it as `linesRead` prints it. */
export interface Example {
  readonly text: string;
  readonly lines: readonly string[];
  /** Where the name matters: a file under another name of the kind. */
  readonly fileName?: string;
}

type Write = (packages: readonly Package[]) => string;

/** What the tests shared by all kinds need of one. */
export interface LockfileCases {
  readonly kind: string;
  /** For each form of the kind: a file with so many entries. */
  readonly forms: readonly ((entries: number) => string)[];
  /** For each form: a file of these packages, which are read back as they are; the beginning of their package URLs. */
  readonly written: { readonly purl: string; readonly forms: readonly Write[] } | null;
  /** How many different entries a file has, counted another way than its reader does; null where the corpus has real files. */
  readonly count: ((text: string) => number) | null;
  /** By what they show; at least three where the corpus has no real files. */
  readonly examples: Readonly<Record<string, Example>>;
}

/** The cases of a kind of which the corpus has real files. */
export function realCases(kind: string, ...forms: LockfileCases['forms']): LockfileCases {
  return { kind, forms, written: null, count: null, examples: {} };
}

/** The cases of a kind; everything that takes a number of entries is derived from `write`. */
export function lockfileCases(cases: {
  readonly kind: string;
  readonly purl: string;
  /** One function for each form. */
  readonly write: readonly Write[];
  /** Finds each entry of a file once; what the groups match tells entries apart. */
  readonly count: RegExp;
  readonly examples: Readonly<Record<string, Example>>;
}): LockfileCases {
  const { kind, purl, write, count, examples } = cases;
  const group = purl.startsWith('pkg:maven/') ? 'org.example:' : purl.startsWith('pkg:composer/') ? 'org/' : '';
  const forms = write.map(
    (form): Write =>
      (packages) =>
        form(packages.map(({ name, version }) => ({ name: `${group}${name}`, version }))),
  );
  return {
    kind,
    forms: forms.map((form) => (entries) => form(each(entries, (at) => ({ name: `p${at}`, version: `1.0.${at}` })))),
    written: { purl, forms },
    count: (text) => new Set(Array.from(text.matchAll(count), (match) => match.slice(1).join(' '))).size,
    examples,
  };
}

/** So many values. */
export function each<T>(entries: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(entries) }, (_, at) => make(at));
}

/** The members of a JSON object: `"a":1,"b":2`. */
export function members(entries: number, write: (at: number) => string): string {
  return each(entries, write).join(',');
}
