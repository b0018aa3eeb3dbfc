import type { Caveat, Doubt, Proof, Reason, Verdict } from '../ranges/model.ts';

/** What one record says of a version, in a sentence: which of its ranges matched, or why none did. */
export function rangeWords(verdict: Verdict, { reason, range, bound, listed, question }: RangeProof): string {
  const version = question.version ?? null;
  const subject = version === null ? 'The package' : `Version ${version}`;
  const said = range === null ? '' : `: ${range.words}`;
  if (!isDecided(reason)) return `${DOUBTS.get(reason) ?? reason.replaceAll('_', ' ')}${said}.`;
  switch (reason) {
    case 'in_range':
      return `${subject} is in the affected range${said}.`;
    case 'listed':
      return `It lists ${listed ?? version ?? 'the version'}${verdict === 'affected' ? '' : ' as unaffected'}.`;
    case 'outside':
      return `${subject} is outside every range in the record${said}${boundWords(bound)}.`;
    case 'marked_unaffected':
      return `The record marks ${version === null ? 'the package' : `version ${version}`} as unaffected${said}.`;
    case 'default_status':
      return `The version is not listed; unlisted versions are ${STATES[verdict]}.`;
    case 'withdrawn':
      return 'It was withdrawn.';
    case 'whole_package':
      break;
  }
  return 'It names the whole package, without versions.';
}

type RangeProof = Pick<Proof, 'reason' | 'range' | 'bound' | 'listed'> & {
  readonly question: { readonly version?: string | null | undefined };
};

const STATES: Readonly<Record<Verdict, string>> = {
  affected: 'affected',
  not_affected: 'unaffected',
  unknown: 'of unknown status',
};

function boundWords(bound: Proof['bound']): string {
  if (bound === null) return '';
  if (bound.type === 'fixed') return `; fixed in ${bound.version}`;
  if (bound.type === 'introduced') return `; introduced in ${bound.version}`;
  return bound.type === 'last_affected' ? `; last affected version ${bound.version}` : '';
}

const DOUBTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    no_version: 'No version to compare was given',
    version_unreadable: "The version cannot be parsed in the record's version scheme",
    bound_unreadable: 'One of its bounds is not a valid version',
    scheme_unknown: 'Version order of this ecosystem is not supported',
    git_without_graph: 'It gives only commits, which cannot be ordered without the commit graph',
    version_unstated: 'It states no version',
    text_unreadable: 'It states versions in prose that cannot be evaluated',
    text_names_product: 'It has product names instead of versions',
    text_ambiguous: 'Its version statement is ambiguous',
    update_unstated: 'It depends on an update or patch level that the version does not include',
    negated: 'It requires the absence of something, which cannot be checked',
    nothing_stated: 'It states neither versions nor ranges',
    release_not_named: 'It is about distribution releases, but none was given',
    status_unknown: 'It gives no status for the version',
    malformed: 'Its range does not match the schema',
  } satisfies Record<Doubt, string>),
);

const DECIDED = [
  'in_range',
  'listed',
  'outside',
  'marked_unaffected',
  'default_status',
  'withdrawn',
  'whole_package',
] as const satisfies readonly Reason[];

function isDecided(reason: Reason): reason is (typeof DECIDED)[number] {
  return DECIDED.some((each) => each === reason);
}

/** What lowers the confidence in what a record says, in a sentence. */
export function caveatWords(caveat: Caveat): string {
  return CAVEATS[caveat];
}

const CAVEATS: Readonly<Record<Caveat, string>> = {
  scheme_assumed: 'The version order was assumed.',
  scheme_unrecognised: 'Its version scheme is not supported.',
  lower_bound_unstated: 'It does not say where the range begins.',
  open_range_beside_versions: 'It lists versions next to an open-ended range.',
  bound_outside_range: 'One of its bounds is outside its own range.',
  bound_misprinted: 'One of its bounds lacks a dot that another record has.',
  earlier_entry_unreadable: 'An earlier entry of the record could not be parsed.',
  needs_platform: 'It applies only to certain platforms.',
  untagged_commit: 'The version is a commit without a tag.',
  release_not_named: 'It is about distribution releases, but none was given.',
  vendor_not_compared: 'The vendor was not compared.',
  whole_package: 'It names the whole package, without versions.',
};
