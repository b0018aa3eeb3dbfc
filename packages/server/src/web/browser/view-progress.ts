import { count, counted, part } from './dom.ts';
import type { ScanState } from './scan-state.ts';

export function showProgress(state: ScanState): void {
  const { phase, rows, purls } = state;
  const running = phase === 'reading' || phase === 'asking' || phase === 'waiting';
  part('progress', HTMLElement).hidden = phase === 'idle';
  say('status', STATUS[phase](state));
  say('count-read', count(rows.length));
  say('count-all', count(purls.all));
  say('count-asked', count(purls.asked));
  say('count-answered', count(purls.answered));
  const bar = part('bar', HTMLProgressElement);
  bar.hidden = !running;
  if (phase === 'reading') bar.removeAttribute('value');
  else bar.value = purls.all === 0 ? 1 : (purls.answered + purls.failed) / purls.all;
  part('stop', HTMLButtonElement).hidden = !running;
  const retry = part('retry', HTMLButtonElement);
  retry.hidden = running || purls.failed === 0;
  retry.textContent = `Ask again about ${count(purls.failed)}`;
}

/** Writes only changes, because screen readers would repeat the text. */
export function say(id: string, text: string): void {
  const element = part(id, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

const STATUS: Readonly<Record<ScanState['phase'], (state: ScanState) => string>> = {
  idle: () => '',
  reading: ({ files }) => `Reading ${files.find(({ result }) => result === null)?.name ?? 'the file'} …`,
  asking: ({ purls }) => `Asking about ${counted(purls.all, 'package')} …`,
  waiting: ({ waiting }) =>
    waiting?.why === 'limit'
      ? 'Rate limit reached. The scan continues by itself.'
      : 'The service does not answer. Trying again.',
  stopped: () => 'Stopped. What was not answered is unknown.',
  done({ purls }) {
    if (purls.failed > 0) return `${counted(purls.failed, 'package')} could not be asked about: unknown.`;
    return purls.all === 0 ? 'No packages found.' : `Done: ${counted(purls.answered, 'package')} answered.`;
  },
};
