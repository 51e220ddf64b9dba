import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import type { ReferenceEditView, ReferenceRowView } from '@atelier/contracts/reference/import/schema.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../lib/api/bytes.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

export type { ReferenceEditView, ReferenceRowView };
export type RowCells = ReferenceRowView['cells'];

export const TABLES = ['repair_fees', 'shipping_fees', 'stores'] as const;
export type TableName = (typeof TABLES)[number];

export const PAGE_SIZE = 50;
const ROWS = ['reference', 'rows'] as const;

export interface RowsAsked {
  readonly set: TableName;
  readonly q: string;
  readonly page: number;
}

/** Rows of a table, read again after a save or an import. */
export function useReferenceRows({ set, q, page }: RowsAsked) {
  const query = { set, q, page, page_size: PAGE_SIZE };
  const options = { placeholderData: keepPreviousData };
  return useLiveQuery(readQuery([...ROWS, query], '/reference/rows', query, options), ['system']);
}

export const useRowHistory = (set: TableName, key: string) =>
  useLiveQuery(readQuery([...ROWS, 'history', set, key], '/reference/row/history', { set, key }), ['system']);

export interface SavedRow {
  readonly cells: RowCells;
  readonly seen: RowCells | null;
  readonly reason: string;
}

/** Saves one row. Refusals that stand beside fields say so there. */
export function useSaveRow(set: TableName, onSaved: () => void) {
  const { t } = useTranslation('tables');
  const client = useQueryClient();
  return useCommand((body: SavedRow) => ({ path: '/reference/row', body: { set, ...body } }), {
    quiet: ['import_refused', 'row_changed'],
    done: t('saved'),
    onSuccess: () => {
      // Names, prices and fees that were read before may be others now.
      void client.invalidateQueries();
      onSaved();
    },
  });
}

/** The filtered rows as the file that the import takes. */
export function useExportRows(set: TableName, q: string) {
  const { t } = useTranslation('tables');
  return useMutation({
    mutationFn: async () => {
      const address = `/reference/rows/export?set=${set}&q=${encodeURIComponent(q)}`;
      saveFile(await fetchBytes(address, new AbortController().signal), `${set}.csv`);
    },
    onError: () => notify({ tone: 'error', title: t('exportFailed') }),
  });
}
