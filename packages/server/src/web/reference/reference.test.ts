import { createHash } from 'node:crypto';
import {
  CALLER_BUDGETS,
  ENDPOINTS,
  ERRORS,
  type OpenapiDocument,
  openapiDocument,
  PROCESS_BUDGETS,
  RATES,
  templateOf,
} from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { SCRIPT_POLICY } from '../styles.ts';
import { referenceGroupPage } from './group-page.ts';
import { areaNames } from './groups.ts';
import { referencePage } from './index-page.ts';

const SCRIPT = '/assets/reference-0123456789abcdef.js';
const MOST_BYTES = 150_000;
const deployment = { version: '0.1.0', serverUrl: 'https://almanac.example.org/api/v1' };
const document = openapiDocument(deployment);
const page = referencePage(document, SCRIPT);
const areas = [...new Set(ENDPOINTS.map(({ area }) => area))];
const groups = new Map(
  areas.map((area) => {
    const members = ENDPOINTS.filter((each) => each.area === area);
    return [area, referenceGroupPage(openapiDocument(deployment, members), SCRIPT)] as const;
  }),
);
const all = [page, ...groups.values()];

describe('the pages of the groups', () => {
  it.each(ENDPOINTS.map((each) => [each.id, each] as const))('show %s, on one page', (id, each) => {
    const article = `<article class="endpoint" id="${id}"`;
    const text = groups.get(each.area) ?? '';

    expect(all.filter((other) => other.includes(article))).toEqual([text]);
    expect(text).toContain(`href="#${id}"`);
    // A parameter with an example is filled in.
    const path = templateOf(each.path)
      .split('/')
      .map((part) => (part.startsWith('{') ? `(?:\\${part.slice(0, -1)}\\}|[^/&{}]+)` : part));
    expect(text).toMatch(new RegExp(`curl &#39;https://almanac.example.org/api/v1${path.join('/')}&#39;`));
    expect(text).toContain(`${RATES[each.rate]} requests a minute`);
  });

  it('are one for each area', () => {
    expect(areaNames().toSorted()).toEqual(areas.toSorted());
  });

  it.each(ENDPOINTS.map(({ id, area }) => [id, area]))('are where the old address of %s leads', (id, area) => {
    const [, row = ''] = new RegExp(`<a id="${id}" [^>]*href="([^"]+)"`).exec(page) ?? [];

    expect(row).toBe(`/docs/${area}#${id}`);
  });

  it.each(['introduction', 'start', 'envelope', 'limits', 'headers', 'errors', ...areas.map((area) => `area-${area}`)])(
    'leave #%s to the page of all',
    (id) => {
      expect(page).toContain(` id="${id}"`);
    },
  );
});

describe.each([['', page] as const, ...groups])('/docs/%s', (_area, text) => {
  it('is below 150 kB', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
  });

  it('has a target for every link into the reference', () => {
    const links = [...text.matchAll(/ href="(?:(\/docs)(?:\/(\w+))?)?#([^"]+)"/g)];
    const idsOf = (other: string) => new Set([...other.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const dead = links.filter(([, root, area, id]) => {
      const target = root === undefined ? text : area === undefined ? page : groups.get(area as (typeof areas)[number]);
      return target === undefined || !idsOf(target).has(id);
    });

    expect(dead.map(([link]) => link)).toEqual([]);
    expect(links.length).toBeGreaterThan(1);
  });

  it('uses each id once', () => {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('runs one script of ours, and loads nothing from elsewhere', () => {
    // A link to another form of the content is offered, not loaded.
    const loads = [
      ...text.matchAll(
        /<(?:link(?! rel="alternate")|img|iframe|object|embed|source|use)\b[^>]*?(?:href|src|data)="([^"]*)"/g,
      ),
    ];

    expect(text.match(/<script[^>]*>/gi)).toEqual([`<script type="module" src="${SCRIPT}">`]);
    expect(text).not.toMatch(/ on[a-z]+=/i);
    expect(text).not.toMatch(/ style="/i);
    expect(text).not.toMatch(/@import|url\(/i);
    expect(loads.map(([, address]) => address?.slice(0, 5))).toEqual(['data:']);
  });
});

describe('the page of all', () => {
  it.each(Object.keys(ERRORS))('explains %s', (code) => {
    expect(page).toContain(`id="error-${code}"`);
  });

  it.each(Object.entries(CALLER_BUDGETS))(
    'shows the budget %s with its numbers',
    (name, { withoutKey, withKey, per }) => {
      const cells = page.split(`<code>${name}</code>`)[1]?.split('</tr>', 1)[0];

      expect(cells).toContain(`${withoutKey.toLocaleString('en')} ${per}`);
      expect(cells).toContain(`${withKey.toLocaleString('en')} ${per}`);
    },
  );

  it.each(Object.keys(PROCESS_BUDGETS))('shows the shared budget %s', (name) => {
    expect(page).toContain(`<code>${name}</code>`);
  });

  it('is allowed its style by its own policy', () => {
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');

    expect(SCRIPT_POLICY).toContain(`style-src 'sha256-${hash}'`);
    expect(SCRIPT_POLICY).not.toContain('unsafe');
  });
});

describe('text from elsewhere', () => {
  const hostile = `</code></pre><script>alert(1)</script><img src=x onerror="alert(1)">'\``;

  it.each([
    [
      'a summary',
      (copy: Changeable) => {
        copy.operation['summary'] = hostile;
      },
    ],
    [
      'an example',
      (copy: Changeable) => {
        copy.content['example'] = { [hostile]: [hostile] };
      },
    ],
    [
      'a description of a member',
      (copy: Changeable) => {
        copy.content['schema'] = { properties: { [hostile]: { description: hostile, enum: [hostile] } } };
      },
    ],
    [
      'a parameter',
      (copy: Changeable) => {
        copy.operation['parameters'] = [
          { name: hostile, in: 'query', required: false, description: hostile, schema: { default: hostile } },
        ];
      },
    ],
    [
      'the base address',
      (copy: Changeable) => {
        copy.document.servers[0].url = `https://example.org/${hostile}`;
      },
    ],
    [
      'the version',
      (copy: Changeable) => {
        copy.document.info.version = hostile;
      },
    ],
  ])('is escaped in %s', (_name, change) => {
    const copy = changeable();
    change(copy);

    const text = shown(copy);

    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;script&gt;');
  });
});

describe('what the endpoints of today do not need', () => {
  it('names parameters, defaults, examples, keys and bodies', () => {
    const copy = changeable();
    const item = { type: 'string', examples: ['@scope/name'] };
    copy.document.paths['/cve/{id}'] = {
      post: {
        ...copy.operation,
        operationId: 'postCve',
        security: [{ bearer: [] }],
        requestBody: { required: true, content: { 'application/json': { example: { q: "it's" } } } },
        parameters: [
          { name: 'id', in: 'path', required: true, schema: item },
          {
            name: 'limit',
            in: 'query',
            required: false,
            description: 'At `most`.',
            schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
          },
        ],
      },
    };

    const text = shown(copy);

    expect(text).toContain(
      '/api/v1/cve/%40scope%2Fname&#39; \\\n  -H &quot;Authorization: Bearer $ALMANAC_KEY&quot; \\\n',
    );
    expect(text).toContain('-d &#39;{&quot;q&quot;:&quot;it&#39;\\&#39;&#39;s&quot;}&#39;');
    expect(text).toContain('integer, 1 to 500');
    expect(text).toContain('At <code>most</code>.');
    expect(text).toContain('Default: 100.');
    expect(text).toContain('Needs a key');
  });

  it('describes a schema that holds itself once', () => {
    const copy = changeable();
    copy.document.components.schemas['Tree'] = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    copy.content['schema'] = { $ref: '#/components/schemas/Tree' };

    const text = shown(copy);

    expect(text.split('<code>kids</code>')).toHaveLength(2);
  });
});

/** The page of all and that of the group. */
function shown({ document: changed }: Changeable): string {
  const given = changed as unknown as OpenapiDocument;
  const tags = given.tags.filter(({ name }) => name === 'meta');
  return referencePage(given, undefined) + referenceGroupPage({ ...given, tags }, undefined);
}

/** A copy of the document, of which tests may write any part, with the operation and the answer of `/sources`. */
interface Changeable {
  document: {
    servers: [{ url: string }];
    info: { version: string };
    paths: Record<string, object>;
    components: { schemas: Record<string, object> };
  };
  operation: Record<string, unknown>;
  content: Record<string, unknown>;
}

function changeable(): Changeable {
  const copy = structuredClone(document);
  const operation = copy.paths['/sources']?.['get'];
  const answer = operation?.responses['200'];
  if (operation === undefined || answer === undefined || !('content' in answer)) throw new Error('/sources is missing');
  return {
    document: copy as unknown as Changeable['document'],
    operation: operation as unknown as Record<string, unknown>,
    content: answer.content?.['application/json'] as unknown as Record<string, unknown>,
  };
}
