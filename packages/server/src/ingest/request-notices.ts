import type { SourceId } from '@almanac/contract';
import { withOptions } from '../platform/http-client.ts';
import type { HttpNotice } from '../platform/http-client-request.ts';
import type { Http } from '../sources/source.ts';
import { keepNotice } from '../store/source-notices.ts';
import type { IngestDeps } from './deps.ts';

export interface RequestNotices {
  readonly http: Http;
  /** `ok`: the upstream was read, and what nobody noticed is over. */
  settle(ok: boolean): Promise<void>;
}

/** Makes warnings of what a source's requests notice. */
export function openRequestNotices(
  { db, http, log, now }: Pick<IngestDeps, 'db' | 'http' | 'log' | 'now'>,
  id: SourceId,
  source: number,
): RequestNotices {
  const kept = new Map<HttpNotice['code'], Promise<void>>();
  let tokenAccepted = false;
  return {
    http: withOptions(http, {
      onNotice({ code, detail }) {
        if (code === 'TOKEN_ACCEPTED') tokenAccepted = true;
        if (code === 'TOKEN_ACCEPTED' || kept.has(code)) return;
        log.warn({ source: id, code, detail }, 'upstream refuses us');
        kept.set(
          code,
          keepNotice(db, source, { noticed: code, detail }, now()).catch(() => {}),
        );
      },
    }),
    async settle(ok) {
      await Promise.all(kept.values());
      if (!ok) return;
      // Most runs of some sources never show the token.
      const over = tokenAccepted ? (['BLOCKED', 'TOKEN_REFUSED'] as const) : (['BLOCKED'] as const);
      for (const noticed of over.filter((code) => !kept.has(code))) {
        await keepNotice(db, source, { noticed, detail: null }, now());
      }
    },
  };
}
