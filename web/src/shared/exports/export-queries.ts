import type { ExportView } from '@atelier/domain/exports/schema.ts';
import type { ExcelType } from '@atelier/domain/exports/contract.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { useLiveList } from '../../live/use-live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { ExportSource } from './export-source.ts';

const exportsQuery = () =>
  queryOptions({
    queryKey: ['exporting', 'mine'],
    queryFn: ({ signal }) => read<ExportView[]>('/exports', {}, { signal }),
  });

const isMoving = ({ state }: ExportView): boolean => state === 'queued' || state === 'running';
/** A net beneath the live connection, for a reading that came back later than the news. */
const AGAIN_MS = 5_000;

/** My exports, the newest first, each with its progress as it comes along. */
export function useMyExports() {
  const { user } = useSession().view;
  useLiveList<ExportView>({
    queryKey: exportsQuery().queryKey,
    topics: [`exports:${user.id}`],
    kind: 'export',
    accepts: () => true,
    compare: (a, b) => b.id - a.id,
  });
  return useQuery({
    ...exportsQuery(),
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) === true ? AGAIN_MS : false),
  });
}

/** Asks for a file, in the language of the screen. */
export function useExport(source: ExportSource) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  return useCommand<ExcelType, ExportView>(
    (type) => ({
      path: '/excel',
      body: { excelType: type, language: i18n.language, ...selectionOf(source) },
    }),
    { onSuccess: () => void client.invalidateQueries(exportsQuery()) },
  );
}

function selectionOf(source: ExportSource): object {
  if (source.kind === 'items') return { rmaItem: source.ids };
  const given = Object.entries(source.filters).filter(([, value]) => value !== undefined);
  return { filter: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}
