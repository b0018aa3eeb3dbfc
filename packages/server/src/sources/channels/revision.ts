import type { SourceId } from '@almanac/contract';
import { type SourceDeps, UnexpectedUpstream } from '../source.ts';

export interface GitRevision {
  readonly revision: string;
  /** The unparsed `Last-Modified`: when the channel moved there. */
  readonly lastModified: string | null;
}

const REVISION = /^[0-9a-f]{40}$/;
const MAX_BYTES = 1_024;

/**
 * Reads `<url>/<channel>/git-revision`. Rejects anything but a revision, because it may be passed on to other tools.
 */
export async function gitRevision(
  source: SourceId,
  { http }: Pick<SourceDeps, 'http'>,
  url: string,
  channel: string,
  signal: AbortSignal,
): Promise<GitRevision> {
  const answer = await http.get(`${url}/${channel}/git-revision`, {
    signal,
    maxBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw new UnexpectedUpstream(source, `${channel}/git-revision answers ${answer.status}`);
  const revision = new TextDecoder().decode(answer.body).trimEnd();
  if (!REVISION.test(revision)) {
    const shown = JSON.stringify(revision.slice(0, 60));
    throw new UnexpectedUpstream(source, `${channel}/git-revision is ${shown} and no revision`);
  }
  return { revision, lastModified: answer.lastModified };
}
