import type { Caveat, Doubt, Proof, Reason, Verdict } from '../ranges/model.ts';

/** What one record says of a version, in a sentence: which of its ranges matched, or why none did. */
export function rangeWords(verdict: Verdict, { reason, range, bound, listed, question }: RangeProof): string {
  const version = question.version ?? null;
  const subject = version === null ? 'The package' : `Version ${version}`;
  const said = range === null ? '' : `: ${range.words}`;
  if (!isDecided(reason)) return `${DOUBTS.get(reason) ?? reason.replaceAll('_', ' ')}${said}.`;
  switch (reason) {
    case 'in_range':
      return `${subject} is in its range${said}.`;
    case 'listed':
      return `It lists ${listed ?? version ?? 'the version'}${verdict === 'affected' ? '' : ' as unaffected'}.`;
    case 'outside':
      return `${subject} is outside of every range that it gives${said}${boundWords(bound)}.`;
    case 'marked_unaffected':
      return `It marks ${version === null ? 'the package' : `version ${version}`} as unaffected${said}.`;
    case 'default_status':
      return `None of its entries names the version, and all other versions are ${STATES[verdict]}.`;
    case 'withdrawn':
      return 'It was withdrawn.';
    case 'whole_package':
      break;
  }
  return 'It names the package as a whole, and no versions.';
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
  if (bound.type === 'fixed') return `; it was fixed in ${bound.version}`;
  if (bound.type === 'introduced') return `; it came in with ${bound.version}`;
  return bound.type === 'last_affected' ? `; the last affected version is ${bound.version}` : '';
}

const DOUBTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    no_version: 'No version was given to compare with it',
    version_unreadable: 'The version cannot be read in the order that the record uses',
    bound_unreadable: 'One of its bounds is no version in the order that it names',
    scheme_unknown: 'Nobody knows how versions of this ecosystem are ordered',
    git_without_graph: 'It gives commits, which only the commit graph could order',
    version_unstated: 'It states no version',
    text_unreadable: 'It states versions in prose that cannot be evaluated',
    text_names_product: 'It names products where versions belong',
    text_ambiguous: 'What it says of versions can be read in two ways',
    update_unstated: 'It depends on an update or patch level that the version does not tell',
    negated: 'It names something that must be absent, which only the whole system could tell',
    nothing_stated: 'It states neither versions nor ranges',
    release_not_named: 'It is about releases of a distribution, and the question names none',
    status_unknown: 'It gives no status for the version',
    malformed: 'Its range has not the form of its schema',
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
  scheme_assumed: 'The order of its versions was assumed.',
  scheme_unrecognised: 'The order of versions that it names is not known.',
  lower_bound_unstated: 'It does not say where the range begins.',
  open_range_beside_versions: 'It lists versions beside a range without an end.',
  bound_outside_range: 'One of its bounds is outside of its own range.',
  bound_misprinted: 'One of its bounds lacks a dot that another record has.',
  earlier_entry_unreadable: 'An earlier entry of the record could not be read.',
  needs_platform: 'It holds on certain platforms only.',
  untagged_commit: 'The version means a commit without a tag.',
  release_not_named: 'It is about releases of a distribution, and the question names none.',
  vendor_not_compared: 'Who makes the product was not compared.',
  whole_package: 'It names the package as a whole, and no versions.',
};
