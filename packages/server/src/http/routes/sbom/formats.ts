import { getSbomFormats, postSbom, SBOM_MEDIA } from '@almanac/contract';
import { ECOSYSTEM_RULES, PURL_TYPES, TYPES_WITHOUT_ECOSYSTEM } from '@almanac/core/purl';
import { SBOM_FORMS, SBOM_LIMITS } from '@almanac/core/sbom';
import { schemeOf } from '@almanac/core/versions';
import { EXPORTS, WITHOUT_KEY } from '../../../app/sbom/bounds.ts';
import { route } from '../../route.ts';

/** Types of which the collection, and not an ecosystem, is asked. */
const OF_COLLECTION = 'nix';

const TYPES: ReadonlySet<string> = new Set([
  ...PURL_TYPES.map(({ type }) => type),
  ...ECOSYSTEM_RULES.map(({ type }) => type),
  ...TYPES_WITHOUT_ECOSYSTEM.keys(),
]);

/** From the same tables that reading and matching use. */
export const formats = route(getSbomFormats, async () => ({
  data: {
    formats: SBOM_FORMS.map(({ format, encoding, specVersions }) => ({
      format,
      encoding,
      specVersions: [...specVersions],
    })),
    mediaTypes: ['application/json', ...SBOM_MEDIA],
    answers: Object.entries(EXPORTS).map(([format, mediaType]) => ({ format, mediaType })),
    limits: {
      bytes: postSbom.rawBody?.limit ?? 0,
      components: SBOM_LIMITS.components,
      componentsWithoutKey: WITHOUT_KEY,
      depth: SBOM_LIMITS.depth,
    },
    purlTypes: [...TYPES].sort().map(typeOf),
  },
}));

function typeOf(type: string) {
  const ecosystems = ECOSYSTEM_RULES.filter((rule) => rule.type === type).map(({ ecosystem }) => ecosystem);
  const matched = ecosystems.length > 0 || type === OF_COLLECTION;
  const ordered = ecosystems.some((ecosystem) => schemeOf(ecosystem).known);
  const reason = TYPES_WITHOUT_ECOSYSTEM.get(type);
  return {
    type,
    matched,
    byVersion: ordered || type === OF_COLLECTION,
    ecosystems,
    ...(reason === undefined ? {} : { reason }),
  };
}
