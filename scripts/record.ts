import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { baseUrlOf } from '../packages/cli/src/settings.ts';
import { showFirstIngest } from './demo/progress.ts';
import { framesOf } from './record/frames.ts';
import { takePictures } from './record/pictures.ts';
import { play } from './record/play.ts';
import { RECORDING } from './record/recording.ts';
import { svgOf } from './record/svg.ts';
import { textOf } from './record/terminal.ts';

/** `npm run record`: the pictures of the README, of a real run and of real pages, made against a demo that runs (`npm run demo`). */
const root = path.resolve(import.meta.dirname, '..');
const { PATH, HOME, ALMANAC_API } = process.env;
const api = baseUrlOf(undefined, process.env);

const answers = await fetch(`${api}/health`).then(
  () => true,
  () => false,
);
if (!answers) {
  console.error(`Nothing answers at ${api}. Start \`npm run demo\` first.`);
  process.exit(1);
}
// Before that, the picture would show what has not been read yet.
await showFirstIngest(api, () => false);

const chunks = await play(RECORDING.lines, {
  ...RECORDING,
  folder: root,
  environment: { PATH, HOME, ALMANAC_API, LANG: 'C.UTF-8' },
  signal: AbortSignal.timeout(60_000),
});
const frames = framesOf(chunks, RECORDING.columns);
const svg = svgOf(frames, RECORDING);
const file = path.join(root, RECORDING.file);
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, svg);
console.log(textOf(frames.at(-1)?.screen ?? []).join('\n'));
console.log(`… ${RECORDING.file}: ${frames.length} frames, ${Math.ceil(svg.length / 1_000)} kB`);
for (const [name, bytes] of await takePictures(new URL(api).origin, root)) {
  console.log(`… ${name}: ${Math.ceil(bytes / 1_000)} kB`);
}
