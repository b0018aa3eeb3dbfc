/** The library has no types of its own. */
interface CsafCheck {
  (document: unknown): CsafOutcome | Promise<CsafOutcome>;
}

interface CsafOutcome {
  readonly isValid?: boolean;
  readonly errors?: readonly unknown[];
}

declare module '@secvisogram/csaf-validator-lib/mandatoryTests.js' {
  const checks: Readonly<Record<string, CsafCheck>>;
  export = checks;
}

declare module '@secvisogram/csaf-validator-lib/schemaTests.js' {
  export const csaf_2_0_strict: CsafCheck;
}
