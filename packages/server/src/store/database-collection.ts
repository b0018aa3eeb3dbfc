import type { GeneratedAlways } from 'kysely';

/** Computed from evidence, like the other projections. */
export interface CollectionTables {
  collection_package: CollectionPackage;
  channel: Channel;
  issue: Issue;
  pull_request: PullRequest;
  issue_pull: IssuePull;
  pull_reach: PullReach;
  collection_attribute: CollectionAttribute;
  dependency: Dependency;
}

interface CollectionPackage {
  record_id: number;
  known_from: Date;
  known_to: Date | null;
  collection: string;
  channel: string;
  attribute: string;
  pname: string | null;
  version: string | null;
  lookup: string[];
  ecosystem: string | null;
  ecosystem_name: string | null;
  cpes: string[];
  purls: string[];
  makers: string[];
  known_vulnerabilities: string[];
  patched: string[];
  insecure: boolean;
  description: string | null;
  homepage: string | null;
  maintainers: string[];
  position: string | null;
  subject_keys: string[] | null;
}

interface Channel {
  collection: string;
  name: string;
  record_id: number;
  seq: number;
  revision: string | null;
  updated_at: Date | null;
  status: string | null;
  variant: string | null;
  current: boolean | null;
}

interface Issue {
  collection: string;
  number: number;
  record_id: number;
  seq: number;
  title: string;
  url: string;
  state: 'open' | 'closed';
  state_reason: string | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  labels: readonly { readonly name: string; readonly color: string }[];
  assignees: string[];
  cves: string[];
  related_cves: string[];
  packages: string[];
  label_severity: 'critical' | 'high' | 'medium' | 'low' | null;
  tracked: boolean;
}

interface PullRequest {
  collection: string;
  number: number;
  record_id: number;
  seq: number;
  title: string;
  url: string;
  state: 'open' | 'closed' | 'merged';
  base: string | null;
  created_at: Date;
  closed_at: Date | null;
  merged_at: Date | null;
  merge_commit: string | null;
  cves: string[];
  closes: number[];
  backport_of: number | null;
}

interface IssuePull {
  collection: string;
  issue: number;
  pull: number;
  record_id: number;
  linked_at: Date | null;
}

interface PullReach {
  collection: string;
  pull: number;
  branch: string;
  record_id: number;
  seq: number;
  revision: string | null;
  reached_at: Date | null;
}

interface CollectionAttribute {
  id: GeneratedAlways<number>;
  name: string;
}

interface Dependency {
  record_id: number;
  seq: number;
  attribute_id: number;
  system: string;
  name: string | null;
  same_as: number | null;
  inputs: number[];
  unnamed: number;
}
