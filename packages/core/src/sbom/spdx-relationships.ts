/** How an SPDX relationship translates to a dependency. */
export interface Meaning {
  /** `describes`: the target is what the document is about. */
  readonly says: 'depends' | 'describes';
  /** Whether it is written the other way round: "A DEPENDENCY_OF B" says that B depends on A. */
  readonly reversed: boolean;
  /** Whether it serves development, tests or builds. */
  readonly dev: boolean;
}

const depends = (reversed: boolean, dev: boolean): Meaning => ({ says: 'depends', reversed, dev });

/**
 * SPDX 2.3, clause 11.1, table 68. Containing, being a copy, a patch or a variant says nothing about who asks for what.
 */
export const SPDX2_RELATIONSHIPS: ReadonlyMap<string, Meaning> = new Map([
  ['DESCRIBES', { says: 'describes', reversed: false, dev: false }],
  ['DESCRIBED_BY', { says: 'describes', reversed: true, dev: false }],
  ['DEPENDS_ON', depends(false, false)],
  ['DEPENDENCY_OF', depends(true, false)],
  ['RUNTIME_DEPENDENCY_OF', depends(true, false)],
  ['OPTIONAL_DEPENDENCY_OF', depends(true, false)],
  ['PROVIDED_DEPENDENCY_OF', depends(true, false)],
  ['HAS_PREREQUISITE', depends(false, false)],
  ['PREREQUISITE_FOR', depends(true, false)],
  ['STATIC_LINK', depends(false, false)],
  ['DYNAMIC_LINK', depends(false, false)],
  ['DEV_DEPENDENCY_OF', depends(true, true)],
  ['BUILD_DEPENDENCY_OF', depends(true, true)],
  ['TEST_DEPENDENCY_OF', depends(true, true)],
  ['DEV_TOOL_OF', depends(true, true)],
  ['BUILD_TOOL_OF', depends(true, true)],
  ['TEST_TOOL_OF', depends(true, true)],
]);

/**
 * SPDX 3.0, Core, RelationshipType. Whether it is for development stands in the scope of the relationship, but for tools. Links are
 * left out: documents converted from SPDX 2 have them the wrong way round.
 */
export const SPDX3_RELATIONSHIPS: ReadonlyMap<string, Meaning> = new Map([
  ['describes', { says: 'describes', reversed: false, dev: false }],
  ['dependsOn', depends(false, false)],
  ['hasOptionalDependency', depends(false, false)],
  ['hasProvidedDependency', depends(false, false)],
  ['hasPrerequisite', depends(false, false)],
  ['usesTool', depends(false, true)],
]);

/** SPDX 3.0, Core, LifecycleScopeType: the scopes that are not the running of the software. */
export const SPDX3_DEV_SCOPES: ReadonlySet<string> = new Set(['build', 'development', 'test']);
