/** What Nix prints about small closures, in the shapes of its releases. The hashes are made up. */
const hash = (of: string) =>
  of
    .charAt(0)
    .replace(/[^0-9a-df-np-sv-z]/, '0')
    .padEnd(32, '0123456789abcdfghijklmnpqrsvwxyz');
export const store = (name: string) => `/nix/store/${hash(name)}-${name}`;
const base = (name: string) => `${hash(name)}-${name}`;

const info = (references: readonly string[], deriver: string | null = null) => ({
  ca: null,
  deriver: deriver === null ? null : store(`${deriver}.drv`),
  narHash: 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  narSize: 1_234,
  references: references.map(store),
  registrationTime: 1_700_000_000,
  signatures: ['cache.example-1:AAAA'],
  ultimate: false,
});

/** What each sample comes to: the name of the path, and that of its derivation where the sample says it. */
export interface NixSample {
  readonly what: string;
  readonly text: string;
  readonly kind: string;
  readonly paths: readonly (readonly [name: string, derivation: string | null])[];
  /** What the closure is of; null where that is not told. */
  readonly subject: string | null;
}

const PATH_INFO: readonly NixSample[] = [
  {
    what: 'path-info of Nix 2.18, a list',
    kind: 'path-info',
    text: JSON.stringify([
      {
        path: store('glibc-2.39-52'),
        ...info(['glibc-2.39-52'], 'glibc-2.39-52'),
        valid: true,
      },
      { path: store('openssl-3.0.13-bin'), ...info(['glibc-2.39-52'], 'openssl-3.0.13'), valid: true },
    ]),
    paths: [
      ['glibc-2.39-52', 'glibc-2.39-52'],
      ['openssl-3.0.13-bin', 'openssl-3.0.13'],
    ],
    subject: 'openssl-3.0.13-bin',
  },
  {
    what: 'path-info of Nix 2.19 and later, by path',
    kind: 'path-info',
    text: JSON.stringify(
      {
        [store('system-path')]: info(['hello-2.12.1', 'python3.12-requests-2.32.3']),
        [store('hello-2.12.1')]: info([], 'hello-2.12.1'),
        [store('python3.12-requests-2.32.3')]: info([], 'python3.12-requests-2.32.3'),
        [store('missing-1.0')]: null,
      },
      null,
      2,
    ),
    paths: [
      ['system-path', null],
      ['hello-2.12.1', 'hello-2.12.1'],
      ['python3.12-requests-2.32.3', 'python3.12-requests-2.32.3'],
      ['missing-1.0', null],
    ],
    subject: null,
  },
  {
    what: 'path-info in format 2, with the folder of the store apart',
    kind: 'path-info',
    text: JSON.stringify({
      version: 2,
      storeDir: '/nix/store',
      info: {
        [base('zlib-1.3.1')]: { deriver: base('zlib-1.3.1.drv'), references: [], narSize: 1 },
        [base('curl-8.9.1')]: { deriver: base('curl-8.9.1.drv'), references: [base('zlib-1.3.1')], narSize: 1 },
      },
    }),
    paths: [
      ['zlib-1.3.1', 'zlib-1.3.1'],
      ['curl-8.9.1', 'curl-8.9.1'],
    ],
    subject: 'curl-8.9.1',
  },
];

const derivation = (name: string, env: object, inputs: readonly string[] = [], more: object = {}) => ({
  args: ['-e', store('default-builder.sh')],
  builder: `${store('bash-5.2p26')}/bin/bash`,
  env: { name, out: store(name), ...env },
  inputDrvs: Object.fromEntries(inputs.map((one) => [store(`${one}.drv`), { dynamicOutputs: {}, outputs: ['out'] }])),
  inputSrcs: [store('default-builder.sh')],
  name,
  outputs: { out: { path: store(name) } },
  system: 'x86_64-linux',
  ...more,
});

const DERIVATIONS: readonly NixSample[] = [
  {
    what: 'derivation show of one derivation',
    kind: 'derivation',
    text: JSON.stringify({
      [store('avahi-0.8.drv')]: derivation('avahi-0.8', {
        pname: 'avahi',
        version: '0.8',
        patches: `${store('CVE-2021-3468.patch')} ${store('no-mkdir.patch')} ${store('revert-CVE-2020-0001.patch')}`,
      }),
    }),
    paths: [['avahi-0.8.drv', 'avahi-0.8']],
    subject: null,
  },
  {
    what: 'derivation show --recursive, with structured attributes',
    kind: 'derivation',
    text: JSON.stringify({
      [store('xz-5.6.3.drv')]: derivation('xz-5.6.3', { __json: '{"pname":"xz","version":"5.6.3","patches":[]}' }),
      [store('libxml2-2.13.4.drv')]: derivation('libxml2-2.13.4', { pname: 'libxml2', version: '2.13.4' }, [
        'xz-5.6.3',
      ]),
    }),
    paths: [
      ['xz-5.6.3.drv', 'xz-5.6.3'],
      ['libxml2-2.13.4.drv', 'libxml2-2.13.4'],
    ],
    subject: 'libxml2-2.13.4.drv',
  },
  {
    what: 'derivation show in format 4, under derivations',
    kind: 'derivation',
    text: JSON.stringify({
      version: 4,
      derivations: {
        [base('hello-2.12.1.drv')]: {
          ...derivation('hello-2.12.1', {}),
          structuredAttrs: { pname: 'hello', version: '2.12.1', patches: [store('cve_2024_12345.patch')] },
          inputs: { drvs: {}, srcs: [] },
        },
      },
    }),
    paths: [['hello-2.12.1.drv', 'hello-2.12.1']],
    subject: null,
  },
];

const STORE_PATHS: readonly NixSample[] = [
  {
    what: 'nix-store --query --requisites',
    kind: 'store-paths',
    text: `${store('glibc-2.39-52')}\n${store('bash-5.2p26')}\n`,
    paths: [
      ['glibc-2.39-52', null],
      ['bash-5.2p26', null],
    ],
    subject: null,
  },
  {
    what: 'nix path-info --recursive --closure-size, with sizes, a comment and line ends of Windows',
    kind: 'store-paths',
    text: `# of ./result\r\n\r\n${store('glibc-2.39-52')}\t  31,234,567\r\n${store('hello-2.12.1')}\t  31,500,000`,
    paths: [
      ['glibc-2.39-52', null],
      ['hello-2.12.1', null],
    ],
    subject: null,
  },
  {
    what: 'a store elsewhere, with a path twice',
    kind: 'store-paths',
    text: [store('curl-8.9.1-bin'), store('curl-8.9.1.drv'), store('curl-8.9.1-bin')]
      .map((path) => path.replace('/nix', '/home/ada/.local/share/nix/root/nix'))
      .join('\n'),
    paths: [
      ['curl-8.9.1-bin', null],
      ['curl-8.9.1.drv', 'curl-8.9.1'],
    ],
    subject: null,
  },
];

const node = (name: string) =>
  `"${base(name)}" [label = "${name}", shape = box, style = filled, fillcolor = "#ff0000"];\n`;
const edge = (needed: string, by: string) => `"${base(needed)}" -> "${base(by)}" [color = "black"];\n`;

const GRAPHS: readonly NixSample[] = [
  {
    what: 'nix-store --query --graph',
    kind: 'graph',
    text: `digraph G {\n${node('hello-2.12.1')}${edge('glibc-2.39-52', 'hello-2.12.1')}${node('glibc-2.39-52')}}\n`,
    paths: [
      ['hello-2.12.1', null],
      ['glibc-2.39-52', null],
    ],
    subject: 'hello-2.12.1',
  },
  {
    what: 'a graph whose nodes are named by edges alone',
    kind: 'graph',
    text: `digraph G {\n${edge('zlib-1.3.1', 'curl-8.9.1')}${edge('openssl-3.0.13', 'curl-8.9.1')}}\n`,
    paths: [
      ['zlib-1.3.1', null],
      ['curl-8.9.1', null],
      ['openssl-3.0.13', null],
    ],
    subject: 'curl-8.9.1',
  },
  {
    what: 'a graph in one line',
    kind: 'graph',
    text: `digraph G { ${node('bash-5.2p26').trim()} ${node('ncurses-6.4').trim()} ${edge('ncurses-6.4', 'bash-5.2p26').trim()} }`,
    paths: [
      ['bash-5.2p26', null],
      ['ncurses-6.4', null],
    ],
    subject: 'bash-5.2p26',
  },
];

export const NIX_SAMPLES: readonly NixSample[] = [...PATH_INFO, ...DERIVATIONS, ...STORE_PATHS, ...GRAPHS];
