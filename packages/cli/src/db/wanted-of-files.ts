import type { WantedParts } from '@almanac/offline/store';
import type { GivenFile } from '../scan/read-files.ts';

export function wantedOf(files: readonly GivenFile[]): Pick<WantedParts, 'purls' | 'components'> {
  const entries = files.flatMap(({ reading }) => reading.file?.entries ?? []);
  return {
    purls: [...new Set(entries.flatMap(({ ask }) => ask ?? []))],
    components: entries.flatMap(({ component }) => (component.storePath === undefined ? [] : [component])),
  };
}
