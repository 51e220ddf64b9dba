import { useLiveQuery } from '../../shared/queries/live-query.ts';
import { rowsQuery } from '../../shared/queries/rows-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { ReferenceReportView, ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { refusedCall, urlOf, withCredentials } from '../../lib/api/client.ts';
import { newKey } from '../../lib/api/new-key.ts';
import type { SubReasonView, SystemReasonView } from '@atelier/contracts/reference/schema.ts';
import { useCallback } from 'react';

/** Reading and checking 100,000 rows takes longer than an ordinary call. */
const IMPORT_MS = 120_000;

export const referenceSetsQuery = () =>
  readQuery(['reference', 'sets'], '/reference/sets', {}, { staleTime: Number.POSITIVE_INFINITY });

/** The newest imports, by whom. */
export const referenceImportsQuery = () => readQuery(['reference', 'imports'], '/reference/imports');

export interface ImportAsked {
  readonly set: string;
  readonly file: File;
  readonly isDryRun: boolean;
}

/** Sends the file with what to do with it. Throws ApiError, also for a file that was refused. */
export async function sendImport({ set, file, isDryRun }: ImportAsked): Promise<ReferenceReportView> {
  const body = new FormData();
  // The server reads the file as it arrives, and has to know by whose columns.
  body.append('set', set);
  body.append('dry_run', isDryRun ? '1' : '0');
  body.append('file', file, file.name);
  const clock = AbortSignal.timeout(IMPORT_MS);
  try {
    const headers = withCredentials(new Headers({ accept: 'application/json', 'idempotency-key': newKey() }));
    const response = await fetch(urlOf('/reference/import'), {
      method: 'POST',
      headers,
      body,
      signal: clock,
    });
    const envelope = await envelopeOf(response);
    if (response.status === 200 && envelope.success === true) return envelope.data as ReferenceReportView;
    throw refusedCall(envelope);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(clock.aborted ? 'timeout' : 'network', { status: 0 });
  }
}

/** A proxy's page in place of an envelope becomes one with the HTTP status alone. */
async function envelopeOf(response: Response): Promise<Partial<Envelope<unknown>> & { status: number }> {
  const empty = { success: false, code: `http_${response.status}`, message: '' };
  const body: unknown = await response.json().catch(() => null);
  return { ...empty, ...(typeof body === 'object' && body), status: response.status };
}

/** The empty file of a set, made here out of what its columns are called. */
export function templateFile({ columns }: ReferenceSetView): Blob {
  // The mark is how spreadsheets know UTF-8.
  return new Blob([`\uFEFF${columns.map(({ name }) => name).join(',')}\r\n`], { type: 'text/csv' });
}

export type { SubReasonView, SystemReasonView };

const REASONS = ['reference', 'system-reasons'] as const;

export const systemReasonsQuery = () => readQuery([...REASONS, 'all'], '/system/reason/list');

export const subReasonsQuery = (reasonId: number) =>
  readQuery([...REASONS, 'of', reasonId], '/system/subreason/list', { rma_reason_id: reasonId });

export const subReasonQuery = (id: number) =>
  readQuery(
    [...REASONS, 'one', id],
    '/system/subreason/get',
    { id },
    {
      staleTime: 0,
      // Opened again, it is read again: what an earlier look left would be an old version to save upon.
      gcTime: 0,
      // During typing, nothing may change beneath the user.
      refetchOnReconnect: false,
    },
  );

/** Every reason, read again when one is switched or saved. */
export const useSystemReasons = () => useLiveQuery(systemReasonsQuery(), ['system']);
export const useSubReasons = (reasonId: number) => useLiveQuery(subReasonsQuery(reasonId), ['system']);

/** After a change: the lists here, and what this window offers at its forms. */
export function useReadReasonsAgain(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: systemReasonsQuery().queryKey });
    void client.invalidateQueries({ queryKey: [...REASONS, 'of'] });
    void client.invalidateQueries({ queryKey: ['reference', 'reasons'] });
  }, [client]);
}

/** Imports of products, as ids into the live rows. */
export const productImportsQuery = () =>
  rowsQuery('import', ['reference', 'product-imports'], '/importProduct');
