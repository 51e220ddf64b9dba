import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';
import type { Retried } from './retry-dialog.tsx';

interface ParkedPanelProps {
  projections: readonly RowOf<'projection'>[];
  parked: readonly RowOf<'parked'>[];
  onRetry: (asked: Retried) => void;
}

/** The read models: how far each has come, which worker leads it, and the histories it could not fold. */
export function ParkedPanel({ projections, parked, onRetry }: ParkedPanelProps) {
  const { t } = useTranslation('jobs');
  return (
    <Panel title={t('parked')} testId="parked">
      <div className="panel-body row wrap">
        {projections.map((each) => (
          <Standing key={each.id} projection={each} />
        ))}
      </div>
      {parked.length === 0 && <p className="panel-body muted small jobs-flush">{t('noParked')}</p>}
      {parked.map((each) => (
        <ParkedRow key={each.id} parked={each} onRetry={onRetry} />
      ))}
    </Panel>
  );
}

function Standing({ projection }: { projection: RowOf<'projection'> }) {
  const { name, behind, parked, leader } = projection;
  const { t } = useTranslation('jobs');
  const { number } = useStaffFormat();
  const words = behind === 0 ? t('upToDate') : t('behind', { number: number(behind) });
  return (
    <span className="jobs-standing small" data-testid={`projection-${name}`}>
      <span className="strong">{t(`projection.${name}`, name)}</span>
      <span className="muted num">{words}</span>
      {leader !== null && <bdi className="muted">{leader}</bdi>}
      {parked > 0 && <Tag>{t('setAside', { number: number(parked) })}</Tag>}
    </span>
  );
}

function ParkedRow({ parked, onRetry }: { parked: RowOf<'parked'>; onRetry: (asked: Retried) => void }) {
  const { t } = useTranslation('jobs');
  const { dateTime, number } = useStaffFormat();
  const mayRetry = usePermission('engine system config');
  const { projection, stream_id: streamId } = parked;
  return (
    <div className="lined job-row grid middle pad-10" data-testid={`parked-${streamId}`}>
      <div className="job-words">
        <bdi className="strong num">{streamId}</bdi>
        <span className="small muted">{t(`projection.${projection}`, projection)}</span>
      </div>
      <div className="job-story small">
        <bdi className="job-error">{parked.error}</bdi>
        <span className="muted">
          <bdi>{parked.type}</bdi> · {t('setAside', { number: number(parked.events) })}
          {parked.at !== null && <> · {dateTime(parked.at)}</>}
        </span>
      </div>
      <Tag>{t('state.parked')}</Tag>
      {mayRetry && (
        <Button
          icon={<RotateCw size={15} aria-hidden />}
          onClick={() => onRetry({ kind: 'parked', projection, streamId })}
          testId={`release-${streamId}`}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
