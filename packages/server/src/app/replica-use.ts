import type { ReplicaState } from '../platform/db-replica.ts';

export type ReplicaUse = 'in_use' | 'lagging' | 'unreachable' | 'none';

export function replicaUse({ use, reason }: ReplicaState): ReplicaUse {
  if (use) return 'in_use';
  if (reason === 'not_configured') return 'none';
  return reason === 'lagging' ? 'lagging' : 'unreachable';
}
