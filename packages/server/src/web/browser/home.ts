import { part } from './dom.ts';
import { handOver } from './handed-files.ts';
import { takeDroppedFiles } from './take-dropped-files.ts';

const box = part('home-drop', HTMLElement);
const file = part('home-file', HTMLInputElement);

part('home-drop-title', HTMLElement).textContent = 'Drop a lockfile or SBOM here';
part('home-scan', HTMLElement).hidden = true;
part('home-choose', HTMLElement).hidden = false;
file.addEventListener('change', () => take([...(file.files ?? [])]));
takeDroppedFiles(box, take);

/** The scan page reads the files in this browser. */
function take(files: readonly File[]): void {
  if (files.length === 0) return;
  say('Opening the scan …');
  handOver(files).then(
    () => location.assign('/scan#handed'),
    (error: unknown) => {
      say(
        `Not handed on: ${error instanceof Error ? error.message : String(error)} Choose the files on the scan page.`,
      );
      part('home-scan', HTMLElement).hidden = false;
    },
  );
}

function say(text: string): void {
  part('home-status', HTMLElement).textContent = text;
}
