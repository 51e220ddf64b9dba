import { ASKS, DECIDES } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { usePermission, useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { Against, Covered } from './covered.tsx';
import type { Deciding } from './decide-dialog.tsx';
import type { ErasureView } from './queries.ts';

interface RequestRowProps {
  request: ErasureView;
  onDecide: (how: Deciding['how']) => void;
}

/** One request: which repairs, why, who and when, what it waits for. */
export function RequestRow({ request, onDecide }: RequestRowProps) {
  const { t } = useTranslation('privacy');
  return (
    <ListRow
      className="privacy-row"
      version={request.version}
      testId={`request-${request.id}`}
      data-stage={request.stage}
    >
      <div className="words">
        <Cluster gap={8}>
          <Tag>{t(`stage.${request.stage}`)}</Tag>
          {request.erased && <Tag testId={`erased-${request.id}`}>{t('requests.erased')}</Tag>}
          <bdi className="strong num">{request.deposits.join(', ')}</bdi>
        </Cluster>
        <span>{t(`reason.${request.reason}`)}</span>
        {request.notes.map(({ type, note }) => (
          <q key={type} className="small muted">
            <bdi>{note}</bdi>
          </q>
        ))}
      </div>
      <div className="words">
        <Who request={request} />
        <Covered covered={request.covered} />
        <Against holds={request.holds} openPieces={request.open_pieces} />
        {request.kept_because !== null && (
          <span className="small">
            {t('requests.kept', { because: t(`retention.because.${request.kept_because}`) })}
          </span>
        )}
      </div>
      <Actions request={request} onDecide={onDecide} />
    </ListRow>
  );
}

function Who({ request }: { request: ErasureView }) {
  const { t } = useTranslation('privacy');
  const { date } = useStaffFormat();
  const nameOf = ({ id, name }: ErasureView['requested_by']) =>
    id === null ? t('requests.system') : name || t('requests.noOne');
  const isOpen = request.stage === 'requested' || request.stage === 'approved';
  return (
    <>
      <span className="small">
        {t('requests.asked', { name: nameOf(request.requested_by), date: date(request.requested_at) })}
      </span>
      {request.decided_by !== null && request.decided_at !== null && (
        <span className="small">
          {t('requests.decided', { name: nameOf(request.decided_by), date: date(request.decided_at) })}
        </span>
      )}
      {isOpen && request.respond_by !== null && (
        <span className="small muted">{t('requests.respondBy', { date: date(request.respond_by) })}</span>
      )}
      {isOpen && request.due_at !== null && (
        <span className="small muted">{t('requests.dueAt', { date: date(request.due_at) })}</span>
      )}
    </>
  );
}

/** The requester reads that another account decides, and may withdraw the request. */
function Actions({ request, onDecide }: RequestRowProps) {
  const { t } = useTranslation('privacy');
  const [mayAsk, mayDecide] = [usePermission(ASKS), usePermission(DECIDES)];
  const isOwn = request.requested_by.id === useSession().view.user.id;
  const { id, stage } = request;
  const isBlocked = request.holds > 0 || request.open_pieces.length > 0;
  if (stage !== 'requested' && stage !== 'approved') return null;
  return (
    <Cluster gap={8} className="privacy-actions">
      {stage === 'requested' && mayDecide && !isOwn && (
        <>
          <Button
            variant="primary"
            disabled={isBlocked}
            onClick={() => onDecide('approve')}
            testId={`approve-${id}`}
          >
            {t('approve.button')}
          </Button>
          <Button onClick={() => onDecide('refuse')} testId={`refuse-${id}`}>
            {t('refuse.button')}
          </Button>
        </>
      )}
      {stage === 'requested' && mayDecide && isOwn && <span className="small muted">{t('own')}</span>}
      {mayAsk && (
        <Button variant="quiet" onClick={() => onDecide('withdraw')} testId={`withdraw-${id}`}>
          {t('withdraw.button')}
        </Button>
      )}
    </Cluster>
  );
}
