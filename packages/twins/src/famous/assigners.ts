import type { Assigner } from '../world/assigners.ts';

type Address = readonly [orgId?: string, email?: string];

/** CNAs by short name: organisation, and the address by which NVD names them. */
const ADDRESSES = {
  '@huntrdev': ['c09c270a-b464-47c1-9133-acb35b22c19a'],
  Citrix: ['e437aed5-38e0-4fa3-a98b-cb73e7acaec6', 'secure@citrix.com'],
  GRAFANA: ['57da9224-a3e2-4646-9d0e-c4dc2e05e7da', 'security@grafana.com'],
  GitHub_M: ['a0819718-46f1-4df5-94e2-005712e83aaa', 'security-advisories@github.com'],
  GitLab: ['ceab7361-8a18-47b1-92ba-4d7d25f6715a', 'cve@gitlab.com'],
  Go: ['1bb62c36-49e3-4200-9d77-64a1400537cc'],
  Google: ['14ed7db2-1595-443d-9d34-6215bf890778'],
  JetBrains: ['547ada31-17d8-4964-bc5f-1b8238ba8014', 'cve@jetbrains.com'],
  apache: ['f0158376-9dc2-43b6-827c-5f631a4d8d09', 'security@apache.org'],
  atlassian: ['f08a6ab8-ed46-4c22-8884-d911ccfe3c66', 'security@atlassian.com'],
  checkpoint: ['897c38be-0345-43cd-b6cf-fe179e0c4f45'],
  Chrome: ['ebfee0ef-53dd-4cf3-9e2a-08a5bd7a7e28', 'chrome-cve-admin@google.com'],
  'cisa-cg': ['9119a7d8-5eab-497f-8521-727c672e3725'],
  debian: [],
  drupal: ['2c85b837-eb8b-40ed-9d74-228c62987387'],
  fortinet: ['6abe59d8-c742-4dff-8ce8-9b0ca1073da8', 'psirt@fortinet.com'],
  glibc: ['3ff69d7a-14f2-4f67-a097-88dee7810d18'],
  hackerone: ['36234546-b8fa-4601-9d6f-f4e334aa8ea1', 'support@hackerone.com'],
  ivanti: ['3c1d8aa1-5a33-4ea4-8992-aadd6440af75'],
  jenkins: ['39769cd5-e6e2-4dc8-927e-97b3aa056f5b'],
  microsoft: ['f38d906d-7342-40ea-92c1-6c4a2c6478c8', 'secure@microsoft.com'],
  mitre: ['8254265b-2729-46b6-b9e3-3dfca2d5bfca', 'cve@mitre.org'],
  openssl: ['3a12439a-ef3a-4c79-92e6-6081a721f1e5', 'openssl-security@openssl.org'],
  palo_alto: ['d6c1279f-00f6-4ef7-9217-f89ffe703ec0', 'psirt@paloaltonetworks.com'],
  php: ['dd77f84a-d19a-4638-8c3d-a322d820ed2b'],
  redhat: ['53f830b8-0a3f-465b-8143-3b8a9948e749', 'secalert@redhat.com'],
  snyk: ['bae035ff-b466-4ff4-94d0-fc9efd9e1730', 'report@snyk.io'],
  vmware: ['dcf2e128-44bd-42ed-91e8-88f912c1401d', 'security@vmware.com'],
} as const satisfies Readonly<Record<string, Address>>;

/** CNAs known only from gathered records have no organisation. */
export function famousAssigner(name: string, email?: string): Assigner {
  const [orgId, known] = (ADDRESSES as Readonly<Record<string, Address>>)[name] ?? [];
  const address = email ?? known;
  return {
    shortName: name,
    ...(orgId === undefined ? {} : { orgId }),
    ...(address === undefined ? {} : { email: address }),
  };
}

/** For ids without a CVE record, only the address is known. */
export function assignerByEmail(email: string): Assigner {
  const [name = 'unknown'] = Object.entries<Address>(ADDRESSES).find(([, [, known]]) => known === email) ?? [];
  return famousAssigner(name, email);
}
