import { keptHead } from '@almanac/offline/browser';
import { type Answerer, byService, bySnapshot } from './answerers.ts';
import type { Service } from './service.ts';
import { snapshotClient } from './snapshot-client.ts';
import type { SnapshotDelivery, SnapshotOrder } from './snapshot-messages.ts';
import { answersView } from './view-answers.ts';
import { workerTurns } from './worker-turns.ts';

export interface ChosenAnswers {
  readonly current: Answerer;
  /** Starts another scan. */
  reset(): void;
}

/** `root` is the snapshot's address, if there is one. `changed` is called after the visitor chose. */
export function chooseAnswers(
  { dataset }: HTMLElement,
  service: Service,
  trust: (address: string) => string,
  changed: () => void,
): ChosenAnswers {
  const { snapshot: address = '', snapshotKey: key = '', snapshotWorker = '' } = dataset;
  const asked = byService(service);
  const radio = document.querySelector<HTMLInputElement>('input[name=answers][value=snapshot]');
  if (radio === null) return { current: asked, reset() {} };

  const view = answersView();
  const client = snapshotClient({
    worker: workerTurns<SnapshotOrder, SnapshotDelivery>(trust(snapshotWorker), isLast),
    published: { address, key },
    head: keptHead(() => localStorage),
    now: () => Date.now(),
    news: view,
  });
  const read = bySnapshot(client);
  for (const each of document.querySelectorAll('input[name=answers]')) {
    each.addEventListener('change', () => {
      reset();
      changed();
    });
  }
  reset();
  return {
    get current() {
      return radio.checked ? read : asked;
    },
    reset,
  };

  function reset(): void {
    client.end();
    view.reset(radio?.checked === true);
  }
}

function isLast({ kind }: SnapshotDelivery): boolean {
  return kind !== 'progress';
}
