import * as mandatory from '@secvisogram/csaf-validator-lib/mandatoryTests.js';
import { csaf_2_0_strict } from '@secvisogram/csaf-validator-lib/schemaTests.js';

const CHECKS = [csaf_2_0_strict, ...Object.values(mandatory)];

/** The faults of a document by the official schema of CSAF 2.0 and the mandatory tests of the standard, none where it is valid. */
export async function csafFaults(document: object): Promise<unknown[]> {
  if (CHECKS.length < 20) throw new Error(`the validator has ${CHECKS.length} checks alone`);
  const faults: unknown[] = [];
  for (const check of CHECKS) {
    const { isValid = true, errors } = await check(document);
    if (!isValid) faults.push([check.name, errors]);
  }
  return faults;
}
