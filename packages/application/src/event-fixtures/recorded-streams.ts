import { at, type AnyEvent } from './fixture-facts.ts';

/** Histories of what the log records of tables that no events make. */
export const recordedStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  'table-samples': [
    {
      type: 'TableRecorded',
      data: { table: 'samples', columns: ['sku', 'currency', 'amount'], rows: 2, sum: 'AAAA', at },
    },
  ],
  'credential-password-7': [
    { type: 'CredentialRecorded', data: { kind: 'password', ownerId: 7, digest: '0'.repeat(64), at } },
    { type: 'CredentialRecorded', data: { kind: 'password', ownerId: 7, digest: null, at } },
  ],
  'records-1': [{ type: 'RecordsBegun', data: { at } }],
};
