import { count, counted, foreign, make, part } from './dom.ts';
import type { SnapshotNews } from './snapshot-client.ts';
import { say } from './view-progress.ts';

export interface AnswersView extends SnapshotNews {
  /** Resets the view. `bySnapshot`: whether the snapshot answers from now on. */
  reset(bySnapshot: boolean): void;
}

export function answersView(): AnswersView {
  const refused = part('refused', HTMLElement);
  /** One per snapshot that answered. */
  const sentences = new Set<string>();

  return {
    reset(bySnapshot) {
      sentences.clear();
      say('hint', bySnapshot ? HINTS.snapshot : HINTS.service);
      show();
    },
    reading(done, all) {
      say('wait', `${count(done)} of ${counted(all, 'package')}`);
      refused.hidden = true;
    },
    idle: () => say('wait', ''),
    answered({ origin, published, expires }, isKept) {
      sentences.add(
        `Answered in this browser by the snapshot of ${instant(published)} (${origin}), to be used until ${instant(expires)}. Its signature, its log and the hash of every file that was read are right.`,
      );
      if (!isKept) sentences.add('This browser keeps nothing, so it will not notice a log that is rolled back.');
      show();
    },
    refused({ code, message }) {
      refused.replaceChildren(
        make('strong', {}, 'The snapshot cannot be used. '),
        foreign(message),
        ...(code === null ? [] : [' Code: ', make('code', {}, code), '.']),
        ' Nothing was taken from it: what it would have answered is unknown.',
      );
      refused.hidden = false;
    },
  };

  function show(): void {
    refused.hidden = true;
    say('answered-by', [...sentences].join(' '));
    part('answered-by', HTMLElement).hidden = sentences.size === 0;
  }
}

const HINTS = {
  service: 'A proof is asked for when you open it: that one package URL is sent again, and the evidence comes back.',
  snapshot: 'A proof is made here, from the snapshot. A link leads to this site, which learns then that you follow it.',
} as const;

/** `2026-11-15 08:00 UTC` */
function instant(text: string): string {
  return `${text.slice(0, 16).replace('T', ' ')} UTC`;
}
