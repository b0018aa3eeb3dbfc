import path from 'node:path';
import { SBOM_LIMITS } from '@almanac/core/sbom';
import { readScannedFile } from '@almanac/core/scan';
import { UsageError } from '../errors.ts';
import { plain } from '../output/plain-text.ts';
import type { Session } from '../session.ts';
import { findTool } from '../tools/find-tool.ts';
import { runTool } from '../tools/run-tool.ts';
import { type GivenFile, givenText } from './read-files.ts';

const DEADLINE_MS = 120_000;
const BY_HAND =
  'On a machine with Nix, run nix-store --query --requisites ./result > closure.txt, then almanac scan closure.txt.';

/** Lists a store path's runtime dependencies with Nix. */
export async function readClosure(
  { environment, folder, signal }: Pick<Session, 'environment' | 'folder' | 'signal'>,
  closure: string,
): Promise<GivenFile> {
  const program = await findTool('nix', environment);
  if (program === null) throw new UsageError('nix is not installed.', BY_HAND);
  const args = ['--extra-experimental-features', 'nix-command', 'path-info', '--json', '--recursive'];
  const end = await runTool({
    program,
    args: [...args, path.resolve(folder, closure)],
    folder,
    environment,
    signal,
    deadlineMs: DEADLINE_MS,
    mostBytes: SBOM_LIMITS.characters,
  });
  if (end.isCut) throw new UsageError(`nix output for ${closure} exceeds 20 MiB.`, BY_HAND);
  if (end.code !== 0) {
    const why = end.timedOut ? 'it timed out' : plain(end.err.trim());
    throw new UsageError(`nix path-info failed: ${why}`, BY_HAND);
  }
  return givenText(closure, end.out, readScannedFile('path-info.json', end.out));
}
