import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { AskForm } from './ask-form.tsx';
import { CodeForm } from './code-form.tsx';
import { OWN_MAIL, type OwnMail } from './own-mail-query.ts';

/** The address, with what is next: naming it, typing its code, or changing it. */
export function AddressPanel({ mail }: { mail: OwnMail }) {
  const { t } = useTranslation('insight');
  const [isChanging, setChanging] = useState(false);
  const asks = mail.address === null || isChanging || (!mail.confirmed && !mail.awaits_code);
  return (
    <Panel title={t('ownMail.title')} padded testId="own-mail-address">
      <div className="stack gap-10">
        <p className="muted">{t('ownMail.lead')}</p>
        {mail.address !== null && <Address address={mail.address} confirmed={mail.confirmed} />}
        {asks && <AskForm mail={mail} onAsked={() => setChanging(false)} />}
        {mail.awaits_code && !isChanging && <CodeForm />}
        {mail.address !== null && (
          <div className="flex wrap gap-8">
            {!asks && (
              <Button variant="quiet" onClick={() => setChanging(true)} testId="own-mail-change">
                {t('ownMail.change')}
              </Button>
            )}
            <RemoveButton />
          </div>
        )}
      </div>
    </Panel>
  );
}

function Address({ address, confirmed }: { address: string; confirmed: boolean }) {
  const { t } = useTranslation('insight');
  return (
    <p data-testid="own-mail-shown">
      <bdi className="strong">{address}</bdi>
      {' · '}
      <span className="muted">{t(confirmed ? 'ownMail.confirmed' : 'ownMail.unconfirmed')}</span>
    </p>
  );
}

function RemoveButton() {
  const { t } = useTranslation('insight');
  const remove = useCommand(() => ({ path: '/insight/mail/remove' as const, body: {} }), {
    invalidates: [OWN_MAIL],
    done: t('ownMail.removed'),
  });
  return (
    <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()} testId="own-mail-remove">
      {t('ownMail.remove')}
    </Button>
  );
}
