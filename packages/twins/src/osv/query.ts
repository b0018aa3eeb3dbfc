import { type Fields, fieldsOf } from '../feed/record-feed.ts';
import { baseOf, packageOfPurl } from './purl.ts';

/** A validated query. `nothing` is a package of an unknown type. */
export type Query =
  | {
      readonly kind: 'package';
      readonly ecosystem: string | null;
      readonly name: string;
      readonly version: string | null;
    }
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'nothing' };

export class QueryError extends Error {}

/** The schema's base names, and `GIT`, which the API also accepts. */
const ECOSYSTEMS = new Set(
  (
    'AlmaLinux,Alpaquita,Alpine,Android,Azure Linux,BellSoft Hardened Containers,Bioconductor,Bitnami,Chainguard,' +
    'CleanStart,ConanCenter,CRAN,crates.io,Debian,Docker Hardened Images,Echo,FreeBSD,GHC,GitHub Actions,Go,Hackage,Hex,' +
    'Homebrew,Julia,Kubernetes,Linux,Mageia,Maven,MinimOS,npm,NuGet,opam,openEuler,openSUSE,OSS-Fuzz,Packagist,Photon OS,' +
    'Pub,PyPI,Red Hat,Rocky Linux,Root,RubyGems,SUSE,SwiftURL,TuxCare,Ubuntu,vcpkg,VSCode,Wolfi,WordPress,GIT'
  ).split(','),
);

export function queryOf(body: Fields): Query {
  const [commit, version] = [textIn(body, 'commit'), textIn(body, 'version')];
  if (commit !== null && version !== null) throw new QueryError('oneof field "param" is already set');
  if (commit !== null) {
    if (!/^([0-9a-f]{2})+$/i.test(commit)) throw new QueryError('invalid hash');
    return { kind: 'commit', commit };
  }
  const { package: asked } = body;
  if (typeof asked !== 'object' || asked === null) throw new QueryError('invalid query');
  return packageQuery(fieldsOf(asked), version);
}

function packageQuery(asked: Fields, version: string | null): Query {
  const [name, ecosystem, purl] = [textIn(asked, 'name'), textIn(asked, 'ecosystem'), textIn(asked, 'purl')];
  if (purl !== null) {
    if (name !== null) throw new QueryError('name specified in a PURL query');
    if (ecosystem !== null) throw new QueryError('ecosystem specified in a PURL query');
    if (!purl.startsWith('pkg:')) throw new QueryError('invalid Package URL');
    const found = packageOfPurl(purl);
    if (found === null) return { kind: 'nothing' };
    if (found.version !== null && version !== null) throw new QueryError('version specified in params and PURL query');
    return { kind: 'package', ...found, version: found.version ?? version };
  }
  if (ecosystem !== null && !ECOSYSTEMS.has(baseOf(ecosystem))) throw new QueryError('invalid ecosystem');
  // A name alone matches in every ecosystem, but only with a version.
  if (name === null || (ecosystem === null && version === null)) throw new QueryError('invalid query');
  return { kind: 'package', ecosystem, name, version };
}

function textIn(fields: Fields, member: string): string | null {
  const value = fields[member] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new QueryError(`invalid value for string field ${member}`);
}
