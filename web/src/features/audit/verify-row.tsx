import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { LogVerificationView } from './verify-queries.ts';

/** One verification: when and for whom, what it says of the log, and each fault by name. */
export function VerifyRow({ found }: { found: LogVerificationView }) {
  const { t } = useTranslation('audit');
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
          <ul className="verify-faults">
            {found.faults.map((fault, place) => (
              <Fault key={place} fault={fault} />
            ))}
          </ul>
        )}
        {found.fault_count > found.faults.length && (
          <span className="small muted">{t('verify.more', { number: number(found.faults.length) })}</span>
        )}
      </div>
    </ListRow>
  );
}

function Verdict({ found }: { found: LogVerificationView }) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  if (found.state === 'failed') return <span className="strong">{t('verify.broken')}</span>;
  if (found.verified === null) {
    const words = t('verify.running', { percent: number(found.percent ?? 0) });
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
      <span className="strong" data-testid={`verify-verdict-${found.id}`}>
        {count === 0 ? t('verify.sound') : t('verify.faults', { number: number(count) })}
      </span>
      <Compared verified={found.verified} />
    </>
  );
}

const PARTS = ['events', 'archived', 'checkpoints', 'cosignatures', 'outside', 'files', 'unbound'] as const;

function Compared({ verified }: { verified: NonNullable<LogVerificationView['verified']> }) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const parts = PARTS.flatMap((part) => {
    const count = verified[part] ?? 0;
    return count > 0 ? [t(`verify.part.${part}`, { number: number(count) })] : [];
  });
  return (
    <span className="small muted">
      {parts.join(' · ')}
      {!verified.signatures && ` · ${t('verify.unsigned')}`}
    </span>
  );
}

/** What is wrong, where, in which column; the last line is the one that the command prints. */
function Fault({ fault }: { fault: LogVerificationView['faults'][number] }) {
  const { t } = useTranslation('audit');
  const { stream, version, position, field } = fault;
  const place = [
    version === null ? null : t('verify.version', { version }),
    position === null ? null : t('verify.position', { position }),
  ].filter((part) => part !== null);
  return (
    <li data-testid="verify-fault" data-kind={fault.kind}>
      <span className="row wrap">
        <Tag>{t(`verify.fault.${fault.kind}`)}</Tag>
        {stream !== null && <Stream stream={stream} position={position} />}
        <span className="num">{place.join(' · ')}</span>
        {field !== null && <bdi className="num strong">{field}</bdi>}
      </span>
      <bdi className="small muted" lang="en">
        {fault.detail}
      </bdi>
    </li>
  );
}

/** The stream's name, as a link to its moment where its history can be replayed. */
function Stream({ stream, position }: { stream: string; position: number | null }) {
  const name = <bdi className="num strong">{stream}</bdi>;
  if (position === null || parseSubject(stream) === undefined) return name;
  return <Link to={`/system/audit/replay?subject=${stream}&at=${position}`}>{name}</Link>;
}
