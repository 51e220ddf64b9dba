import { ASKS, PERSON_EXPORT_FORMATS, type PersonExportFormat } from '@atelier/domain/privacy/contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { ListRow, PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useExports, type PersonExportView, PRIVACY } from './queries.ts';

/** Files made for persons: who asked, how often each was read, and the file while there is one. */
export function ExportsPanel() {
  const { t } = useTranslation('privacy');
  return (
    <Panel title={t('exports.title')} testId="privacy-exports">
      <PagedTable
        query={useExports()}
        skeleton={{ rows: 2, height: 52, gap: 14 }}
        failed={t('exports.failed')}
        empty={<EmptyState title={t('exports.empty')} />}
      >
        {(made) => <ExportRow key={made.id} made={made} />}
      </PagedTable>
    </Panel>
  );
}

function ExportRow({ made }: { made: PersonExportView }) {
  const { t } = useTranslation('privacy');
  const { date, dateTime, number } = useStaffFormat();
  const mayFetch = usePermission(ASKS);
  return (
    <ListRow
      className="privacy-row"
      version={made.version}
      testId={`export-${made.id}`}
      data-state={made.state}
    >
      <div className="words">
        <Tag>{t(`exportState.${made.state}`)}</Tag>
        <bdi className="num">{made.deposits.join(', ')}</bdi>
      </div>
      <div className="words small">
        <span>{t('exports.by', { name: made.requested_by.name, date: date(made.requested_at) })}</span>
        {made.read_at !== null && (
          <span className="muted">
            {t('exports.reads', { count: number(made.reads), date: dateTime(made.read_at) })}
          </span>
        )}
        {made.state === 'done' && made.expires_at !== null && (
          <span className="muted">{t('exports.until', { date: date(made.expires_at) })}</span>
        )}
      </div>
      {mayFetch && made.state === 'done' && <Fetch id={made.id} />}
    </ListRow>
  );
}

function Fetch({ id }: { id: number }) {
  const { t } = useTranslation('privacy');
  const client = useQueryClient();
  const fetched = useMutation({
    mutationFn: async (format: PersonExportFormat) => {
      const path = `/privacy/export/${id}/file?format=${format}`;
      saveFile(await fetchBytes(path, new AbortController().signal), `person-${id}.${format}`);
    },
    onError: (error) => {
      if (error instanceof ApiError) noticeError(error);
      else throw error;
    },
    onSettled: () => void client.invalidateQueries({ queryKey: PRIVACY[0] }),
  });
  return (
    <Cluster gap={8} className="privacy-actions">
      {PERSON_EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          busy={fetched.isPending}
          onClick={() => fetched.mutate(format)}
          testId={`fetch-${format}-${id}`}
        >
          {t(`exports.${format}`)}
        </Button>
      ))}
    </Cluster>
  );
}
