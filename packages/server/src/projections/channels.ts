import type { ChannelState } from '@almanac/core/collection';
import { NIXPKGS } from './collection.ts';
import type { Projected } from './version.ts';

export interface ChannelRow {
  readonly collection: string;
  readonly name: string;
  readonly revision: string;
  readonly updated_at: Date | null;
  readonly status: string | null;
  readonly variant: string | null;
  readonly current: boolean | null;
}

export function channelRows(value: unknown, { key }: { readonly key: string }): Projected<ChannelRow> {
  const { revision, updatedAt, status, variant, current } = value as ChannelState;
  const row = { collection: NIXPKGS, name: key, revision, updated_at: updatedAt, status, variant, current };
  return { rows: [row], dropped: 0 };
}
