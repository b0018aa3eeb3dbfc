import { say } from './view-progress.ts';

/** Counts down visibly, but not for screen readers. */
export function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = Math.ceil(seconds);
    const tick = () => {
      say('wait', left > 0 ? `${left} s to go` : '');
      if (left <= 0) end(resolve);
      left -= 1;
    };
    const timer = setInterval(tick, 1_000);
    const stopped = () => end(() => reject(signal.reason as Error));
    signal.addEventListener('abort', stopped);
    tick();

    function end(how: () => void): void {
      clearInterval(timer);
      signal.removeEventListener('abort', stopped);
      say('wait', '');
      how();
    }
  });
}
