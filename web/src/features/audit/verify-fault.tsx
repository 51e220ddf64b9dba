import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { replayOf } from './replay-address.ts';
import { useFaultWords, type Fault } from './use-fault-words.ts';

/** One fault: what it is, of which record, at which place, and what stood there before where that is proven. */
export function FaultRow({ fault }: { fault: Fault }) {
  const { t } = useTranslation('verification');
  const words = useFaultWords();
  return (
    <li data-testid="verify-fault" data-kind={fault.kind} data-code={fault.code}>
      <span className="row wrap">
        <Tag>{t(`fault.${fault.kind}`)}</Tag>
        {fault.type !== null && <span className="strong">{words.title(fault)}</span>}
        <FaultRecord fault={fault} />
        {fault.field !== null && <bdi className="strong">{words.field(fault.field)}</bdi>}
      </span>
      <FaultValues fault={fault} />
      <FaultSentence fault={fault} />
    </li>
  );
}

/** The record's number, as a link to the moment of the event where its history can be replayed. */
function FaultRecord({ fault }: { fault: Fault }) {
  const name = useFaultWords().record(fault);
  if (name === null) return null;
  const address = replayOf(fault);
  const shown = <bdi className="num strong">{name}</bdi>;
  return address === null ? shown : <Link to={address}>{shown}</Link>;
}

/** Values before and after; for a changed event without any, that nothing proves them. */
export function FaultValues({ fault }: { fault: Fault }) {
  const { t } = useTranslation(['verification', 'faults']);
  const words = useFaultWords();
  if (fault.kind === 'changed' && fault.values.length === 0 && fault.code !== null)
    return <span className="small muted">{t('faults:unproven')}</span>;
  return fault.values.map(({ field, before, after, by }) => (
    <span key={field} className="verify-values flex wrap on-baseline" data-testid="verify-value">
      <bdi className="small">{words.field(field)}</bdi>
      <span className="small">{t('was')}</span>
      <bdi className="num strong">{words.value(fault, field, before)}</bdi>
      <ArrowRight size={14} className="flips" aria-hidden />
      <span className="small">{t('is')}</span>
      <bdi className="num strong">{words.value(fault, field, after)}</bdi>
      <span className="small muted">{t(`faults:by.${by}`)}</span>
    </span>
  ));
}

/** What it is, with its place in the log. */
export function FaultSentence({ fault }: { fault: Fault }) {
  const { t } = useTranslation('verification');
  const { number } = useStaffFormat();
  const sentence = useFaultWords().sentence(fault);
  const { version, position } = fault;
  const place = [
    version === null ? null : t('version', { version: number(version) }),
    position === null ? null : t('position', { position: number(position) }),
  ].filter((part) => part !== null);
  return (
    <span className="small muted">
      {sentence ?? <bdi lang="en">{fault.detail}</bdi>}
      {place.length > 0 && <span className="num"> ({place.join(' · ')})</span>}
    </span>
  );
}
