/** A product as a CPE or a CVE record names it. */
export interface NamedProduct {
  readonly vendor: string | null;
  readonly product: string;
  /** The CPE's `target_sw`, such as `wordpress` or `node.js`. */
  readonly targetSw: string | null;
}

/** A package that has the product's name and may be something else. */
export interface CandidatePackage {
  /** OSV's ecosystem; null for a package of the collection itself. */
  readonly ecosystem: string | null;
  /** With group, scope or path: `javax.mail:mail`, `github.com/go-sql-driver/mysql`. */
  readonly name: string;
  /** Words that say who makes it, such as the host and owner of its home page. */
  readonly makers?: readonly string[];
}

/** How far the likeness of names is to be trusted. */
export interface CollisionVerdict {
  /** To multiply a match's weight by. */
  readonly factor: number;
  readonly rule:
    | 'target_agrees'
    | 'target_disagrees'
    | 'vendor_agrees'
    | 'vendor_is_product'
    | 'vendor_unknown'
    | 'vendor_disagrees';
  readonly reason: string;
}

/**
 * Guards against one name for two things: Nextcloud Mail is not javax.mail, MySQL is not its Go driver,
 * JetBrains Hub is not tektoncd/hub, Apache Flex is not GNU flex.
 *
 * A name alone is never proof: the weight falls unless the vendor or the target software agrees.
 */
export function collisionVerdict(product: NamedProduct, candidate: CandidatePackage): CollisionVerdict {
  const target = plain(product.targetSw ?? '');
  const ecosystem = TARGETS.get(target) ?? null;
  if (ecosystem !== null && ecosystem === candidate.ecosystem) {
    return verdict(1, 'target_agrees', `the product is made for ${target}, as ${ecosystem} packages are`);
  }
  // A package of the collection may be written in any language: only a language's own package contradicts.
  if (PLATFORMS.has(target) || (ecosystem !== null && candidate.ecosystem !== null)) {
    const made = candidate.ecosystem ?? 'the system';
    return verdict(0.1, 'target_disagrees', `the product is made for ${target}, the package for ${made}`);
  }
  const vendor = withoutLegalForm(plain(product.vendor ?? ''));
  if (vendor === '') return verdict(0.5, 'vendor_unknown', 'no vendor given');
  const makers = makersOf(candidate);
  if (makers.has(vendor)) return verdict(1, 'vendor_agrees', `the package also names the vendor ${vendor}`);
  const namespaced = namespaceOf(candidate) !== '';
  const vendorIsProduct = vendor === plain(product.product) && !namespaced;
  if (vendorIsProduct)
    return verdict(0.7, 'vendor_is_product', 'the vendor is named after the product, so it proves nothing');
  if (makers.size === 0 && candidate.ecosystem === null)
    return verdict(0.5, 'vendor_unknown', "nothing is known about the package's maker");
  return verdict(
    0.2,
    'vendor_disagrees',
    `the vendor is ${vendor}, the package is by ${[...makers].slice(0, 3).join(', ') || 'someone else'}`,
  );
}

/** The ecosystem of a `target_sw`; null where it is none. */
export function ecosystemOfTarget(targetSw: string): string | null {
  return TARGETS.get(plain(targetSw)) ?? null;
}

/** What NVD writes into `target_sw`, where it is a package ecosystem. */
const TARGETS: ReadonlyMap<string, string> = new Map([
  ['nodejs', 'npm'],
  ['python', 'PyPI'],
  ['pypi', 'PyPI'],
  ['rust', 'crates.io'],
  ['go', 'Go'],
  ['golang', 'Go'],
  ['ruby', 'RubyGems'],
  ['rails', 'RubyGems'],
  ['java', 'Maven'],
  ['maven', 'Maven'],
  ['php', 'Packagist'],
  ['packagist', 'Packagist'],
  ['erlang', 'Hex'],
  ['net', 'NuGet'],
  ['haskell', 'Hackage'],
  ['r', 'CRAN'],
]);

/** Hosts of plug-ins: what is made for them is not a package of the system or of a language. */
const PLATFORMS: ReadonlySet<string> = new Set(
  [
    'wordpress joomla drupal jenkins nextcloud owncloud moodle mediawiki magento prestashop shopify typo3 jira',
    'confluence android iphoneos ios macos windows chrome firefox visualstudiocode xwiki salesforce',
  ].flatMap((line) => line.split(' ')),
);

function verdict(factor: number, rule: CollisionVerdict['rule'], reason: string): CollisionVerdict {
  return { factor, rule, reason };
}

/** `node.js` and `Node JS`, `Apache_Software` and `apache software` are written alike. */
function plain(text: string): string {
  return text.toLowerCase().replace(PUNCTUATION, '');
}

const PUNCTUATION = /[^\p{L}\p{N}]/gu;

/** NVD invents `<product>_project` where it knows no vendor. */
function withoutLegalForm(vendor: string): string {
  const suffix = LEGAL_FORMS.find((each) => vendor.endsWith(each) && vendor.length > each.length);
  return suffix === undefined ? vendor : vendor.slice(0, -suffix.length);
}

const LEGAL_FORMS: readonly string[] = [
  'project',
  'softwarefoundation',
  'foundation',
  'software',
  'team',
  'inc',
  'gmbh',
  'ltd',
  'corporation',
  'org',
];

/** The words before the last part of the name, and the given makers. The name itself proves nothing: it is what is in doubt. */
function makersOf(candidate: CandidatePackage): Set<string> {
  const namespace = namespaceOf(candidate);
  const words = [...namespace.split(SEPARATORS), ...namespace.split('/'), ...(candidate.makers ?? [])];
  return new Set(words.map(plain).filter((word) => word.length > 1 && !HOSTS.has(word)));
}

function namespaceOf({ name }: CandidatePackage): string {
  return name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), 0));
}

const SEPARATORS = /[./:@-]/;

/** Words of any address, which say nothing about whose it is. */
const HOSTS: ReadonlySet<string> = new Set([
  'github',
  'githubcom',
  'gitlab',
  'gitlabcom',
  'com',
  'org',
  'net',
  'io',
  'www',
  'go',
  'dev',
  'pkg',
]);
