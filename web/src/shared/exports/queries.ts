import { rowsQuery } from '../queries/rows-query.ts';
import type { ExcelType, LogFormat } from '@atelier/domain/exports/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { heldRow, useLiveRows, useRows } from '../../live/rows.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { ExportSource } from './export-source.ts';

const exportsQuery = () => rowsQuery('export', ['exporting', 'mine'], '/exports');

function isMoving(id: number): boolean {
  const state = heldRow('export', id)?.state;
  return state === 'queued' || state === 'running';
}
/** A net beneath the live connection, for a reading that returned later than the live change. */
const AGAIN_MS = 5_000;

/** My exports, the newest first, each with its progress as it comes along. */
export function useMyExports() {
  const { user } = useSession().view;
  const query = useQuery({
    ...exportsQuery(),
    refetchInterval: ({ state }) => (state.data?.ids.some(isMoving) === true ? AGAIN_MS : false),
  });
  useLiveRows({
    kind: 'export',
    queryKey: exportsQuery().queryKey,
    topics: [`exports:${user.id}`],
    accepts: () => true,
    compare: (a, b) => b.id - a.id,
  });
  return { query, rows: useRows('export', query.data?.ids) };
}

/** Asks for a file, in the language of the screen. */
export function useExport(source: ExportSource) {
  const { i18n } = useTranslation();
  return useCommand(
    (type: ExcelType) => ({
      path: '/excel',
      body: { excelType: type, language: i18n.language, ...selectionOf(source) },
    }),
    { invalidates: [exportsQuery().queryKey] },
  );
}

/** Has a file of the log built, in an open format. */
export function useLogExport() {
  const { i18n } = useTranslation();
  return useCommand(
    (asked: LogAsked) => ({ path: '/audit/export', body: { ...asked, language: i18n.language } }),
    { invalidates: [exportsQuery().queryKey] },
  );
}
interface LogAsked {
  readonly format: LogFormat;
  readonly from?: string;
  readonly to?: string;
}

/** Cancels a file that is no longer wanted. */
export function useCancelExport() {
  return useCommand((id: number) => ({ path: `/export/${id}/cancel` }), {
    invalidates: [exportsQuery().queryKey],
  });
}

function selectionOf(source: ExportSource): object {
  if (source.kind === 'items') return { rmaItem: source.ids };
  const given = Object.entries(source.filters).filter(([, value]) => value !== undefined);
  return { filter: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}
