import type { FamousRecord } from '../record.ts';

/** PHP and what is written in it. */
export const PHP: readonly FamousRecord[] = [
  {
    id: 'CVE-2018-7600',
    title: 'Drupalgeddon 2: form arrays run code',
    text: 'Drupal renders arrays from a request without cleaning their keys. A form on a default installation runs code without a login.',
    cve: {
      by: 'drupal',
      dates: ['2018-03-01T00:00:00.000Z', '2018-03-29T07:00:00.000Z', '2025-07-28T19:48:49.633Z'],
      products: [],
      cwes: ['CWE-20'],
      references: [
        'https://www.drupal.org/sa-core-2018-002',
        'https://groups.drupal.org/security/faq-2018-002',
        'https://www.debian.org/security/2018/dsa-4156',
      ],
      cisa: {
        ssvc: 'active yes total',
        scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        kev: '2021-11-03',
      },
    },
    ghsa: {
      id: 'GHSA-7fh9-933g-885p',
      published: '2022-05-14T01:29:45Z',
      modified: '2024-04-23T22:36:48Z',
      severity: 'CRITICAL',
      vectors: ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      cwes: ['CWE-20'],
      packages: [
        ['Packagist', 'drupal/core', '7.0 < 7.58', '8.0 < 8.3.9', '8.4.0 < 8.4.6', '8.5.0 < 8.5.1'],
        ['Packagist', 'drupal/drupal', '7.0 < 7.58', '8.0 < 8.3.9', '8.4 < 8.4.6', '8.5 < 8.5.1'],
      ],
      references: ['https://www.drupal.org/sa-core-2018-002', 'https://www.debian.org/security/2018/dsa-4156'],
    },
    osv: [
      {
        id: 'DRUPAL-CORE-2018-002',
        published: '2018-03-28T18:14:10.000Z',
        modified: '2022-08-21T19:48:41.000Z',
        aliases: ['CVE-2018-7600'],
        packages: [['Packagist', 'drupal/core', '8.0.0 < 8.3.9', '8.4.0 < 8.4.6', '8.5.0 < 8.5.1']],
        references: ['https://www.drupal.org/sa-core-2018-002'],
      },
    ],
    kev: { vendor: 'Drupal', product: 'Drupal Core', added: '2021-11-03', due: '2022-05-03', ransomware: true },
    epss: [0.99995, 0.99987, 0.99995, 0.99987],
    metasploit: { path: 'exploit/unix/webapp/drupal_drupalgeddon2', disclosed: '2018-03-28' },
    nuclei: { severity: 'critical', score: '9.8' },
    exploitdb: 44482,
  },
  {
    id: 'CVE-2026-9082',
    title: 'Drupal core: SQL injection without a login',
    text: 'A request without a login reaches the database unescaped. Attackers exploit it.',
    osv: [
      {
        id: 'DRUPAL-CORE-2026-004',
        published: '2026-05-20T18:08:21.000Z',
        modified: '2026-05-22T04:32:16.000Z',
        aliases: ['CVE-2026-9082'],
        packages: [
          [
            'Packagist',
            'drupal/core',
            '8.9.0 < 10.4.10',
            '10.5.0 < 10.5.10',
            '10.6.0 < 10.6.9',
            '11.0.0 < 11.1.10',
            '11.2.0 < 11.2.12',
            '11.3.0 < 11.3.10',
          ],
        ],
        references: ['https://www.drupal.org/sa-core-2026-004'],
      },
      {
        id: 'BIT-drupal-2026-9082',
        published: '2026-05-29T08:41:23.290Z',
        modified: '2026-05-29T09:07:36.285Z',
        aliases: ['CVE-2026-9082'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [
          [
            'Bitnami',
            'drupal',
            'SEMVER: 8.9.0 < 10.4.10, 10.5.0 < 10.5.10, 10.6.0 < 10.6.9, 11.0.0 < 11.1.10, 11.2.0 < 11.2.12, 11.3.0 < 11.3.10',
          ],
        ],
        references: [
          'https://www.cisa.gov/known-exploited-vulnerabilities-catalog?field_cve=CVE-2026-9082',
          'https://www.drupal.org/sa-core-2026-004',
        ],
      },
    ],
    kev: { vendor: 'Drupal', product: 'Core', added: '2026-05-22', due: '2026-05-27' },
    epss: [0.88319, 0.99755, 0.88319, 0.99757],
    nuclei: { severity: 'critical', score: '9.8' },
  },
  {
    id: 'CVE-2026-63030',
    title: 'WordPress: the batch route of the REST API leads to code execution',
    text: 'A confusion of routes in a batch request lets an attacker inject SQL and from there run code.',
    osv: [
      {
        id: 'BIT-wordpress-2026-63030',
        published: '2026-07-27T05:55:54.872Z',
        modified: '2026-07-27T06:08:49.409Z',
        aliases: ['CVE-2026-63030'],
        vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
        packages: [['Bitnami', 'wordpress', 'SEMVER: 6.9.0 < 6.9.5, 7.0.0 < 7.0.2']],
        references: [
          'https://github.com/WordPress/wordpress-develop/security/advisories/GHSA-ff9f-jf42-662q',
          'https://wordpress.org/news/2026/07/wordpress-7-0-2-release/',
        ],
      },
    ],
    kev: { vendor: 'WordPress', product: 'Core', added: '2026-07-21', due: '2026-07-24' },
    epss: [0.95605, 0.99863, 0.95605, 0.99864],
    metasploit: { path: 'exploit/multi/http/wp_batch_desync_rce', disclosed: '2026-07-17' },
    nuclei: { severity: 'critical', score: '9.8' },
  },
  {
    id: 'CVE-2019-11043',
    title: 'PHP-FPM: a path with a newline overwrites memory',
    text: 'With a common nginx configuration PHP-FPM writes before a buffer. A crafted address runs code.',
    cve: {
      by: 'php',
      dates: ['2019-04-09T00:00:00.000Z', '2019-10-28T14:19:04.252Z', '2025-07-28T19:46:40.652Z'],
      products: [
        {
          vendor: 'PHP',
          product: 'PHP',
          versions: ['7.1.x < 7.1.33 #custom', '7.2.x < 7.2.24 #custom', '7.3.x < 7.3.11 #custom'],
        },
      ],
      cwes: ['CWE-120'],
      scores: ['8.7 CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:N'],
      references: [
        'https://github.com/neex/phuip-fpizdam',
        'https://bugs.php.net/bug.php?id=78599',
        'https://usn.ubuntu.com/4166-1/',
      ],
      cisa: { ssvc: 'active no total', kev: '2022-03-25' },
    },
    kev: {
      vendor: 'PHP',
      product: 'FastCGI Process Manager (FPM)',
      added: '2022-03-25',
      due: '2022-04-15',
      ransomware: true,
    },
    epss: [0.99407, 0.99937, 0.99407, 0.99938],
    metasploit: { path: 'exploit/multi/http/php_fpm_rce', disclosed: '2019-10-22' },
    exploitdb: 47553,
  },
  {
    id: 'CVE-2024-4577',
    title: 'PHP-CGI on Windows takes arguments from the query',
    text: 'Windows turns some characters into a hyphen, and PHP in CGI mode reads them as options. A request runs code.',
    cve: {
      by: 'php',
      dates: ['2024-05-06T22:21:01.742Z', '2024-06-09T19:42:36.464Z', '2024-08-19T07:54:59.546Z'],
      products: [
        {
          vendor: 'PHP Group',
          product: 'PHP',
          repo: 'https://github.com/php/php-src',
          defaultStatus: 'affected',
          versions: ['8.1.* < 8.1.29 #semver', '8.2.* < 8.2.20 #semver', '8.3.* < 8.3.8 #semver'],
        },
      ],
      cwes: ['CWE-78'],
      scores: ['9.8 CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
      references: [
        'https://github.com/php/php-src/security/advisories/GHSA-3qgc-jrrr-25jv',
        'https://blog.orange.tw/2024/06/cve-2024-4577-yet-another-php-rce.html',
        'https://devco.re/blog/2024/06/06/security-alert-cve-2024-4577-php-cgi-argument-injection-vulnerability-en/',
      ],
      cisa: { ssvc: 'active yes total', at: '2024-06-12T03:55:09.393016Z', kev: '2024-06-12' },
    },
    kev: { vendor: 'PHP Group', product: 'PHP', added: '2024-06-12', due: '2024-07-03', ransomware: true },
    epss: [0.99987, 0.99984, 0.99987, 0.99984],
    metasploit: { path: 'exploit/windows/http/php_cgi_arg_injection_rce_cve_2024_4577', disclosed: '2024-06-06' },
    nuclei: { severity: 'critical', score: '9.8' },
  },
];
