import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { FaultRow } from './verify-fault.tsx';
import type { LogVerificationView } from './verify-queries.ts';

/** One verification: when and for whom, what it says of the log, and each fault by name. */
export function VerifyRow({ found }: { found: LogVerificationView }) {
  const { t } = useTranslation('verification');
  const { dateTime, number } = useStaffFormat();
  return (
    <ListRow
      className="verify-row"
      version={found.version}
      testId={`verify-${found.id}`}
      data-state={found.state}
      data-faults={found.fault_count}
    >
      <span className="words">
        <time className="num strong" dateTime={found.requested_at}>
          {dateTime(found.requested_at)}
        </time>
        <bdi className="small muted">{found.requested_by}</bdi>
      </span>
      <div className="words">
        <Verdict found={found} />
        {found.faults.length > 0 && (
          <ul className="verify-faults stack gap-10 breaks">
            {found.faults.map((fault, place) => (
              <FaultRow key={place} fault={fault} />
            ))}
          </ul>
        )}
        {found.fault_count > found.faults.length && (
          <span className="small muted">{t('more', { number: number(found.faults.length) })}</span>
        )}
      </div>
    </ListRow>
  );
}

function Verdict({ found }: { found: LogVerificationView }) {
  const { t } = useTranslation('verification');
  const { number } = useStaffFormat();
  if (found.state === 'failed') return <span className="strong">{t('broken')}</span>;
  if (found.verified === null) {
    const words = t('running', { percent: number(found.percent ?? 0) });
    return (
      <>
        <span className="strong num">{words}</span>
        <Meter value={found.percent ?? 0} limit={100} label={words} />
      </>
    );
  }
  const count = found.fault_count;
  return (
    <>
      <span className={count === 0 ? 'strong' : 'strong danger'} data-testid={`verify-verdict-${found.id}`}>
        {count === 0 ? t('sound') : t('faults', { number: number(count) })}
      </span>
      <Compared verified={found.verified} />
    </>
  );
}

const PARTS = ['events', 'archived', 'checkpoints', 'cosignatures', 'outside', 'files', 'unbound'] as const;

/** How much of each part was compared. */
export function Compared({ verified }: { verified: NonNullable<LogVerificationView['verified']> }) {
  const { t } = useTranslation('verification');
  const { number } = useStaffFormat();
  const parts = PARTS.flatMap((part) => {
    const count = verified[part] ?? 0;
    return count > 0 ? [t(`part.${part}`, { number: number(count) })] : [];
  });
  return (
    <span className="small muted">
      {parts.join(' · ')}
      {!verified.signatures && ` · ${t('unsigned')}`}
    </span>
  );
}
