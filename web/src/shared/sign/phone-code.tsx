import type { PhoneSignatureKind } from '@atelier/domain/customer-site/phone-signature.ts';
import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { PhoneSignature } from './use-phone-signature.ts';

interface PhoneCodeProps {
  /** At the deposit the client reads the screen; at the pickup the staff does. */
  kind: PhoneSignatureKind;
  phone: PhoneSignature;
}

/** The way to the client's phone beside the pad: a button, then the code that waits for the signature. */
export function PhoneCode({ kind, phone }: PhoneCodeProps) {
  const { t } = useTranslation('signing');
  const { session, end, isAsking, ask } = phone;
  if (session !== null) return <WaitingCode kind={kind} phone={phone} session={session} />;
  return (
    <div className="stack gap-8 items-start">
      {end !== null && (
        <p className="small" role="status" data-testid="phone-end" data-end={end}>
          {t(`end.${end}`)}
        </p>
      )}
      <Button icon={<Smartphone size={16} aria-hidden />} busy={isAsking} onClick={ask} testId="phone-ask">
        {t(end === null ? `${kind}.title` : 'askAgain')}
      </Button>
    </div>
  );
}

interface WaitingCodeProps extends PhoneCodeProps {
  session: NonNullable<PhoneSignature['session']>;
}

function WaitingCode({ kind, phone, session }: WaitingCodeProps) {
  const { t } = useTranslation(['signing', 'common']);
  const format = useStaffFormat();
  return (
    <section className="phone-code" aria-label={t(`signing:${kind}.title`)} data-testid="phone-code">
      <img src={session.qr} alt={t('signing:qr')} width={132} height={132} data-testid="phone-qr" />
      <div className="stack gap-8 items-start">
        <span className="strong size-l">{t(`signing:${kind}.title`)}</span>
        <span className="muted">{t(`signing:${kind}.text`)}</span>
        <span className="small muted" role="status" data-testid="phone-state">
          {phone.isLost ? t('signing:lost') : t('signing:waiting', { time: format.time(session.expires_at) })}
        </span>
        <Button variant="quiet" onClick={() => phone.stop(null)} testId="phone-cancel">
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  );
}
