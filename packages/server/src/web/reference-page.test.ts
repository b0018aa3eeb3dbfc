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
import { referencePage } from './reference-page.ts';
import { PAGE_POLICY } from './styles.ts';

const document = openapiDocument({ version: '0.1.0', serverUrl: 'https://almanac.example.org/api/v1' });
const page = referencePage(document);

describe('the reference page', () => {
  it.each(ENDPOINTS.map((each) => [each.id, each] as const))('shows %s', (id, each) => {
    expect(page).toContain(`<article class="endpoint" id="${id}"`);
    expect(page).toContain(`href="#${id}"`);
    // A parameter with an example is filled in.
    const path = templateOf(each.path)
      .split('/')
      .map((part) => (part.startsWith('{') ? `(?:\\${part.slice(0, -1)}\\}|[^/&{}]+)` : part));
    expect(page).toMatch(new RegExp(`curl &#39;https://almanac.example.org/api/v1${path.join('/')}&#39;`));
    expect(page).toContain(`${RATES[each.rate]} requests a minute`);
  });

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

  it('has a target for every link into itself', () => {
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);

    expect(links.filter((id) => !targets.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(ENDPOINTS.length);
  });

  it('uses each id once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('runs nothing and loads nothing from elsewhere', () => {
    // A link to another form of the content is offered, not loaded.
    const loads = [
      ...page.matchAll(
        /<(?:link(?! rel="alternate")|img|iframe|object|embed|source|use)\b[^>]*?(?:href|src|data)="([^"]*)"/g,
      ),
    ];

    expect(page).not.toMatch(/<script/i);
    expect(page).not.toMatch(/ on[a-z]+=/i);
    expect(page).not.toMatch(/ style="/i);
    expect(page).not.toMatch(/@import|url\(/i);
    expect(loads.map(([, address]) => address?.slice(0, 5))).toEqual(['data:']);
  });

  it('is allowed its style by its own policy', () => {
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');

    expect(PAGE_POLICY).toContain(`style-src 'sha256-${hash}'`);
    expect(PAGE_POLICY).not.toContain('unsafe');
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

    const text = referencePage(copy.document as unknown as OpenapiDocument);

    expect(text).not.toContain('<script');
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

    const text = referencePage(copy.document as unknown as OpenapiDocument);

    expect(text).toContain(
      '/api/v1/cve/%40scope%2Fname&#39; \\\n  -H &#39;Authorization: Bearer $ALMANAC_KEY&#39; \\\n',
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

    const text = referencePage(copy.document as unknown as OpenapiDocument);

    expect(text.split('<code>kids</code>')).toHaveLength(2);
  });
});

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
