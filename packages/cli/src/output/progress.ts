import { plain } from './plain-text.ts';
import { shortened } from './width.ts';

export interface Progress {
  show(text: string, done?: number, all?: number): void;
  clear(): void;
}

interface Screen {
  readonly isTTY: boolean;
  readonly columns: number | null;
  write(text: string): void;
}

const BAR = 20;

/** Shows nothing on a pipe or with --quiet. */
export function progressOn(screen: Screen, quiet: boolean): Progress {
  if (!screen.isTTY || quiet) return { show: () => {}, clear: () => {} };
  let shown = false;
  return {
    show(text, done, all) {
      const safe = plain(text); // names of files are the text of others
      const line = done === undefined || all === undefined ? safe : `${barOf(done, all)} ${safe}`;
      // Leaves one column free: some terminals start a new line after the last one.
      screen.write(`\r\x1b[2K${shortened(line, (screen.columns ?? 80) - 1)}`);
      shown = true;
    },
    clear() {
      if (shown) screen.write('\r\x1b[2K');
      shown = false;
    },
  };
}

export function barOf(done: number, all: number): string {
  const full = all === 0 ? BAR : Math.floor((Math.min(done, all) / all) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]`;
}
