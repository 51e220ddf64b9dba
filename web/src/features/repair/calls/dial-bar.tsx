import type { CallClient } from '@atelier/contracts/repair/call-list-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { readQuery } from '../../../lib/api/read-query.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

const codeQuery = (itemId: number) =>
  readQuery(['calls', 'code', itemId], '/call_list/code', { rma_item_id: itemId }, { staleTime: Infinity });

export interface DialBarProps {
  client: CallClient;
  /** Space presses it. */
  link: Ref<HTMLAnchorElement>;
}

/** The number, large: a press dials on this device, the code on one's own phone. */
export function DialBar({ client, link }: DialBarProps) {
  const { t } = useTranslation('calls');
  const { fullphone: phone, item_id: itemId } = client;
  const code = useQuery({ ...codeQuery(itemId), enabled: phone !== '' }).data?.data.qr;
  if (phone === '') return <p className="dial dial-none">{t('noPhone')}</p>;
  return (
    <div className="dial">
      <bdi className="dial-number num" dir="ltr" data-testid="dial-number">
        {phone}
      </bdi>
      <a className="dial-link" ref={link} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} data-testid="dial">
        <Phone size={18} aria-hidden />
        <span>{t('dial')}</span>
        <Shortcut of="calls.dial" />
      </a>
      <span className="dial-code">
        {code === undefined ? (
          <span className="dial-waits" />
        ) : (
          <img src={code} alt={t('qr')} width={54} height={54} data-testid="dial-qr" />
        )}
        <small aria-hidden>{t('ownPhone')}</small>
      </span>
    </div>
  );
}
