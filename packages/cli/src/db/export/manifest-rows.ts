import type { OpenSnapshot, SnapshotManifest } from '@almanac/core/snapshots';
import type { Draft } from './draft.ts';
import { type RowOf, SCHEMA } from './tables.ts';

export function addManifest(
  draft: Draft,
  { checkpoint, manifest, root }: Pick<OpenSnapshot, 'checkpoint' | 'manifest' | 'root'>,
  partitions: readonly RowOf<'partition'>[],
): RowOf<'snapshot'> {
  const snapshot = {
    schema: SCHEMA,
    origin: checkpoint.origin,
    entries: checkpoint.size,
    root: Buffer.from(checkpoint.root).toString('hex'),
    manifest: root.sha256,
    published: manifest.published,
    expires: manifest.expires,
    complete: partitions.every(({ shards, exported_shards }) => shards === exported_shards),
  };
  draft.add('snapshot', snapshot);
  for (const partition of partitions) draft.add('partition', partition);
  for (const source of sourcesOf(manifest)) draft.add('source', source);
  for (const [ecosystem, states] of manifest.states) {
    for (const { source, state } of states) draft.addOnce('coverage', { ecosystem, source, state });
  }
  return snapshot;
}

function sourcesOf({ published, sources, leftOut }: SnapshotManifest): RowOf<'source'>[] {
  const included = sources.map(({ id, name, licence, attribution, state, checkedAt, changedAt }) => ({
    id,
    included: true,
    name,
    licence,
    attribution,
    state,
    checked_at: checkedAt,
    changed_at: changedAt,
    age_seconds: checkedAt === null ? null : Math.floor((Date.parse(published) - Date.parse(checkedAt)) / 1_000),
  }));
  return [...included, ...leftOut.map((id) => ({ ...LEFT_OUT, id }))];
}

const LEFT_OUT = {
  included: false,
  name: null,
  licence: null,
  attribution: null,
  state: null,
  checked_at: null,
  changed_at: null,
  age_seconds: null,
};
