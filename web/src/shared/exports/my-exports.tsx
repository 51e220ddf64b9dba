import { classNames } from '@atelier/ui/class-names.ts';
import type { ExportView } from '@atelier/contracts/exports/schema.ts';
import { isExcelType, isLogFormat } from '@atelier/domain/exports/contract.ts';
import { Download } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat, useSession } from '../../lib/session/use-session.ts';
import { QueryView } from '../paged-table/query-view.tsx';
import { useCancelExport, useMyExports } from './queries.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import { exportFileName } from '@atelier/contracts/exports/file-name.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

/** What I exported: how far it has come, and until when it can be fetched. */
export function MyExports() {
  const { t } = useTranslation('exports');
  const { query, rows } = useMyExports();
  return (
    <section className="export-mine stack gap-8 line-above" aria-label={t('mine')} data-testid="my-exports">
      <h3>{t('mine')}</h3>
      <QueryView
        query={query}
        skeleton={{ rows: 2, height: 40, gap: 12 }}
        failed={t('failed')}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState title={t('none')} />}
      >
        {() => (
          <ul>
            {rows.map((row) => (
              <ExportRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

const ExportRow = memo(function ExportRow({ row }: { row: ExportView }) {
  const { t } = useTranslation(['exports', 'values']);
  const format = useStaffFormat();
  const isFresh = useWash(row.version);
  return (
    <li
      className={classNames('lined export-row grid middle', isFresh && 'washed')}
      data-testid={`export-row-${row.id}`}
      data-state={row.state}
    >
      <div className="export-words">
        <span className="strong">
          {isExcelType(row.type) ? t(`values:sheet.${row.type}`) : t(`name.${row.type}`)}
        </span>
        <span className="small muted">
          <bdi>{format.dateTime(row.requested_at)}</bdi>
        </span>
      </div>
      <Standing row={row} />
      <End row={row} />
    </li>
  );
});

function Standing({ row }: { row: ExportView }) {
  const { t } = useTranslation('exports');
  const format = useStaffFormat();
  if (row.state === 'running' && row.total !== null) {
    // A file of the log is read by position: how much is left is known, how many rows is not.
    const words = isLogFormat(row.type)
      ? format.percent(row.done / Math.max(1, row.total))
      : t('progress', { done: format.number(row.done), total: format.number(row.total) });
    return (
      <div className="export-progress">
        <span className="small num">{words}</span>
        <Meter value={row.done} limit={Math.max(1, row.total)} label={words} />
      </div>
    );
  }
  if (row.state === 'failed') return <span className="small danger">{t(`failure.${row.failure}`)}</span>;
  if (row.state !== 'done') return <span />;
  return (
    <span className="small muted num">
      {t('rows', { total: format.number(row.total ?? 0) })}
      {row.expires_at !== null && <> · {t('until', { time: format.dateTime(row.expires_at) })}</>}
    </span>
  );
}

function End({ row }: { row: ExportView }) {
  const { t } = useTranslation('exports');
  const download = useDownload();
  const cancel = useCancelExport();
  if (row.state === 'queued' || row.state === 'running')
    return (
      <Button
        variant="bare"
        busy={cancel.isPending}
        onClick={() => cancel.mutate(row.id)}
        testId={`export-cancel-${row.id}`}
      >
        {t('cancel')}
      </Button>
    );
  if (row.state !== 'done') return <Tag>{t(`state.${row.state}`)}</Tag>;
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      busy={download.isPending}
      onClick={() => download.mutate(row)}
      testId={`export-download-${row.id}`}
    >
      {t('download')}
    </Button>
  );
}

/** Fetches a file with one's credentials, which a plain link cannot show, and hands it to the browser. */
function useDownload() {
  const { t } = useTranslation('exports');
  const { site } = useSession().view;
  return useMutation({
    mutationFn: async ({ id, type, format, requested_at: asked }: ExportView) => {
      const bytes = await fetchBytes(`/export/${id}/file`, new AbortController().signal);
      const day = localDay(asked, site?.time_zone ?? 'UTC');
      saveFile(bytes, exportFileName({ type, format: format ?? 'xlsx', site: site?.code ?? null, day }));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'expired') notify({ tone: 'error', title: t('expired') });
      else noticeError(error);
    },
  });
}
