import type { Fetched } from '../source.ts';
import type { Api } from './api.ts';
import { issueKey, issueRecord, pullKey, pullRecord } from './record.ts';
import type { TrackerDocument } from './schema.ts';

export async function fetchIssue(api: Api, key: string): Promise<Fetched<TrackerDocument>> {
  const [, kind = '', digits = ''] = /^(issue|pull)\/(\d{1,9})$/.exec(key) ?? [];
  if (kind === '') return 'absent';
  const number = Number(digits);
  const { element, gone } = await api.one(kind === 'pull' ? `pulls/${number}` : `issues/${number}`);
  if (gone) return 'absent';
  const record = kind === 'pull' ? pullRecord(element) : issueRecord(element);
  if ('unreadable' in record) return { ...record, key };
  // The number belongs to a pull request.
  if ('item' in record && record.item.pull_request != null) return 'absent';
  const expected = kind === 'pull' ? pullKey(number) : issueKey(number);
  return record.key === expected ? record : { unreadable: `${key} holds ${record.key}`, raw: record.raw, key };
}
