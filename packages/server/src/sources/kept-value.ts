import type { SourceId } from '@almanac/contract';
import { channelValue } from './channels/record.ts';
import { dependenciesOf } from './dependencies/record.ts';
import { scoresOfEvidence } from './epss/evidence.ts';
import { entryOf } from './exploitdb/entry.ts';
import { keptDocument } from './nixpkgs/record.ts';

/** What a source made of bytes that are kept, when they came. */
export function keptValue(source: SourceId, key: string, raw: Buffer): unknown {
  if (source === 'epss') return scoresOfEvidence(key, raw);
  if (source === 'channels') return channelValue(raw);
  if (source === 'dependencies') return dependenciesOf(JSON.parse(raw.toString()));
  if (source === 'nixpkgs') return keptDocument(key, raw);
  return source === 'exploitdb' ? entryOf(raw) : JSON.parse(raw.toString());
}
