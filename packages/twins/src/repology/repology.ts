import { type Answer, jsonAnswer, redirectAnswer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { memo } from '../frame/memo.ts';
import type { RateLimit } from '../frame/rate-limit.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { projectsOf, projectsOfCollection, type RepologyProjects } from './projects.ts';
import { projectBytes } from './writing.ts';

export const REPOLOGY_PROJECT_PATH = '/api/v1/project/';
export const REPOLOGY_PROJECT_BY_PATH = '/tools/project-by';

export interface RepologyQuirks {
  /** Also answers clients that do not identify themselves. */
  readonly anyAgent?: boolean;
  /** Requests in five seconds. */
  readonly budget?: number;
}

/** Its terms ask clients for a link to their repository, usually as `+https://…`. */
const LINK = /https?:\/\/[^\s)]/;

/** One request per second, measured over five because arrival times vary. */
const WINDOW_MS = 5_000;

type ProjectsAt = (now: number) => RepologyProjects;

/**
 * Serves projects and the tool that maps a repository's name to a project. Given projects are constant or depend on the
 * time.
 */
export function repology(source: World | RepologyProjects | ProjectsAt, quirks: RepologyQuirks = {}): TwinDefinition {
  return {
    source: 'repology',
    documentFaults: ['malformed_record', 'half_feed', 'empty_feed', 'schema_addition'],
    open({ clock }) {
      const kept = memo<RepologyProjects>(2);
      const projectsAt = (now: number): RepologyProjects => {
        if (typeof source === 'function') return source(now);
        if (!('find' in source)) return source;
        return kept(String(now), () =>
          source.apart === true && source.collection !== undefined
            ? projectsOfCollection(source.collection, now, clock.start)
            : projectsOf(source.entries(), now, clock.start),
        );
      };
      const limit: RateLimit = {
        requests: quirks.budget ?? 5,
        windowMs: WINDOW_MS,
        status: 403,
        headers: 'none',
        message: 'Forbidden',
        plain: true,
      };
      return [
        { path: `${REPOLOGY_PROJECT_PATH}:name`, limit, handle: (request) => acquainted(request, project) },
        // Redirects do not count against the limit.
        { path: REPOLOGY_PROJECT_BY_PATH, handle: (request) => acquainted(request, projectBy) },
      ];

      /** An unknown project has no packages. */
      function project({ params, now, faults }: TwinRequest): Answer {
        const packages = projectsAt(now).get(params.get('name') ?? '') ?? [];
        return {
          type: 'application/json',
          headers: { 'cache-control': 'max-age=3600' },
          body: projectBytes(packages, now, faults),
        };
      }

      function projectBy({ url, now }: TwinRequest): Answer {
        const { searchParams: asked } = url;
        const type = asked.get('name_type');
        if ((type !== 'srcname' && type !== 'binname') || asked.get('target_page') !== 'api_v1_project')
          return textAnswer(400, 'Bad request');
        const targets = [...projectsAt(now)]
          .filter(([, packages]) =>
            packages.some((each) => each.repo === asked.get('repo') && each[type] === asked.get('name')),
          )
          .map(([name]) => [name, REPOLOGY_PROJECT_PATH + encodeURIComponent(name)] as const);
        const [first, second] = targets;
        if (first === undefined) return { ...NO_SUCH_NAME };
        if (second === undefined || !asked.has('noautoresolve')) return redirectAnswer(first[1]);
        const _comment = 'Ambiguous redirect, multiple target projects are possible';
        return jsonAnswer({ _comment, targets: Object.fromEntries(targets) }, { status: 300 });
      }

      function acquainted(request: TwinRequest, answer: (request: TwinRequest) => Answer): Answer {
        const agent = request.headers['user-agent'] ?? '';
        return quirks.anyAgent === true || LINK.test(agent) ? answer(request) : textAnswer(403, 'Forbidden');
      }
    },
  };
}

const NO_SUCH_NAME: Answer = {
  status: 404,
  type: 'text/html; charset=utf-8',
  body: Buffer.from('<!DOCTYPE html><html lang="en"><body><p>No matching project was found</p></body></html>\n'),
};
