import type { DeadLetter, Webhook } from '@almanac/contract';
import type { ListedDeadLetter, ListedWebhook } from '../../queries/webhooks.ts';
import { cursorOfPlace } from '../changes/cursor.ts';

export function shownWebhook(listed: ListedWebhook): Webhook {
  const { id, url, packages, verdicts, ecosystems, severity, exploited, place, delivered, attempts } = listed;
  const { offReason, failingSince, lastError, deadLetters } = listed;
  const isFailing = offReason === null && failingSince !== null;
  return {
    id,
    url,
    filters: { packages, verdicts, ecosystems, severity, exploited },
    state: offReason === null ? (isFailing ? 'failing' : 'active') : 'off',
    reason: offReason ?? (isFailing ? lastError : null),
    createdAt: listed.createdAt.toISOString(),
    cursor: cursorOfPlace(place),
    delivered,
    deliveredAt: listed.deliveredAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    attempts,
    nextAttemptAt: isFailing ? listed.nextAt.toISOString() : null,
    deadLetters,
  };
}

export function shownDeadLetter({ message, at, reason, changes, after, end }: ListedDeadLetter): DeadLetter {
  return { id: message, at: at.toISOString(), reason, changes, after, cursor: end };
}
