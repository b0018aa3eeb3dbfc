import type { FamousRecord } from '../record.ts';

/** Includes two disputed CVEs and a withdrawn one. */
export const PYTHON_FRAMEWORKS: readonly FamousRecord[] = [
  {
    id: 'CVE-2022-28346',
    title: 'Django: column aliases inject SQL',
    text: 'A dictionary with crafted keys, expanded into annotate, aggregate or extra, places its text into the query.',
    osv: [
      {
        id: 'PYSEC-2022-190',
        published: '2022-04-12T05:15:00Z',
        modified: '2022-05-17T23:28:24.739985Z',
        aliases: ['CVE-2022-28346', 'GHSA-2gwj-7jmv-h26r'],
        packages: [['PyPI', 'django', '4.0 < 4.0.4, 3.2 < 3.2.13, 2.2 < 2.2.28']],
        references: [
          'https://docs.djangoproject.com/en/4.0/releases/security/',
          'https://www.djangoproject.com/weblog/2022/apr/11/security-releases/',
        ],
      },
    ],
    epss: [0.18661, 0.96986, 0.18661, 0.97012],
  },
  {
    id: 'CVE-2022-34265',
    title: 'Django: Trunc and Extract inject SQL',
    text: 'The kind and lookup_name arguments of both functions reach the query unescaped.',
    osv: [
      {
        id: 'PYSEC-2022-213',
        published: '2022-07-04T16:15:00Z',
        modified: '2022-07-04T18:45:03.823587Z',
        aliases: ['CVE-2022-34265', 'GHSA-p64x-8rxx-wf6q'],
        packages: [['PyPI', 'django', '3.2 < 3.2.14, 4.0 < 4.0.6']],
        references: [
          'https://www.djangoproject.com/weblog/2022/jul/04/security-releases/',
          'https://docs.djangoproject.com/en/4.0/releases/security/',
        ],
      },
    ],
    epss: [0.73274, 0.99407, 0.73274, 0.99413],
  },
  {
    id: 'CVE-2023-50447',
    title: 'Pillow: ImageMath evaluates code from its environment',
    text: 'Names in the environment dictionary of ImageMath.eval can carry code that the evaluation runs.',
    cve: {
      by: 'mitre',
      dates: ['2023-12-10T00:00:00Z', '2024-01-19T00:00:00Z', '2024-08-02T22:16:46.654Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      references: [
        'https://github.com/python-pillow/Pillow/releases',
        'https://devhub.checkmarx.com/cve-details/CVE-2023-50447/',
        'https://duartecsantos.github.io/2024-01-02-CVE-2023-50447/',
      ],
      cisa: {
        ssvc: 'none no total',
        at: '2024-07-19T03:55:36.638240Z',
        scores: ['8.1 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        cwes: ['CWE-95'],
        products: [
          {
            vendor: 'python',
            product: 'pillow',
            cpes: ['cpe:2.3:a:python:pillow:*:*:*:*:*:*:*:*'],
            defaultStatus: 'unknown',
            versions: ['0 <= 10.1.0 #semver'],
          },
        ],
      },
    },
    epss: [0.01703, 0.7505, 0.01703, 0.75264],
  },
  {
    id: 'CVE-2021-33430',
    title: 'NumPy: disputed overflow for arrays of many dimensions',
    text: 'A report says that creating an array of very large dimensions from Python overflows a buffer. The maintainers answer that whoever can do so already runs code.',
    cve: {
      by: 'mitre',
      dates: ['2021-05-20T00:00:00Z', '2021-12-17T18:36:51Z', '2024-08-03T23:50:42.972Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      tags: ['disputed'],
      references: ['https://github.com/numpy/numpy/issues/18939'],
      cisa: { ssvc: 'none no partial', at: '2024-05-01T14:32:49.100885Z' },
    },
    osv: [
      {
        id: 'PYSEC-2021-854',
        published: '2021-12-17T19:15:00Z',
        modified: '2021-12-22T21:28:25.850575Z',
        aliases: ['CVE-2021-33430', 'GHSA-6p56-wp2h-9hxr'],
        packages: [['PyPI', 'numpy', '1.9.0 < 1.10.0']],
        references: [
          'https://github.com/numpy/numpy/issues/18939',
          'https://github.com/advisories/GHSA-6p56-wp2h-9hxr',
        ],
      },
    ],
    epss: [0.01074, 0.6178, 0.01074, 0.62101],
  },
  {
    id: 'CVE-2023-36632',
    title: 'Python: disputed recursion in parseaddr',
    text: 'An address with deep nesting makes the legacy parseaddr function raise a recursion error. The maintainers call it a documented limit of an old interface.',
    cve: {
      by: 'mitre',
      dates: ['2023-06-25T00:00:00Z', '2023-06-25T00:00:00Z', '2024-11-27T19:46:48.884Z'],
      products: [{ vendor: 'n/a', product: 'n/a', versions: ['n/a'] }],
      tags: ['disputed'],
      references: [
        'https://docs.python.org/3/library/email.utils.html',
        'https://github.com/Daybreak2019/PoC_python3.9_Vul/blob/main/RecursionError-email.utils.parseaddr.py',
        'https://github.com/python/cpython/issues/103800',
      ],
      cisa: { ssvc: 'poc yes partial', at: '2024-11-27T19:46:39.851683Z' },
    },
    epss: [0.01584, 0.73232, 0.01584, 0.73461],
  },
  {
    id: 'CVE-2022-33124',
    title: 'aiohttp: a withdrawn report about broken IPv6 addresses',
    text: 'The report says that a malformed IPv6 address raises an exception. Every database that carried it has withdrawn it.',
    ghsa: {
      id: 'GHSA-rwqr-c348-m5wr',
      published: '2022-06-24T00:00:31Z',
      modified: '2022-07-05T21:27:19Z',
      severity: 'MODERATE',
      vectors: ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H'],
      packages: [['PyPI', 'aiohttp', '0 <= 3.8.1']],
      references: ['https://github.com/aio-libs/aiohttp/issues/6772', 'https://github.com/aio-libs/aiohttp'],
      withdrawn: '2022-06-28T16:39:06Z',
    },
    osv: [
      {
        id: 'PYSEC-2022-43059',
        published: '2022-06-23T17:15:00Z',
        modified: '2024-02-16T13:47:54.655573Z',
        aliases: ['CVE-2022-33124'],
        vectors: ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H'],
        packages: [['PyPI', 'aiohttp', '0']],
        references: ['https://github.com/aio-libs/aiohttp/issues/6772'],
        withdrawn: '2023-11-08T00:54:24Z',
      },
    ],
    epss: [0.0069, 0.49394, 0.0069, 0.49787],
  },
  {
    id: 'PYSEC-2022-199',
    title: 'ctx: a stolen account published releases that leak credentials',
    text: 'Somebody took over the expired mail domain of the maintainer and uploaded releases that send environment variables away.',
    osv: [
      {
        id: 'PYSEC-2022-199',
        published: '2022-05-24T17:55:00.000000Z',
        modified: '2022-05-24T17:55:00.000000Z',
        aliases: ['GSD-2022-1002521'],
        packages: [['PyPI', 'ctx', '0.1.2-1']],
        references: ['https://python-security.readthedocs.io/pypi-vuln/index-2022-05-24-ctx-domain-takeover.html'],
      },
    ],
  },
];
