import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { pickLanguage } from '../../../lib/i18n/languages.ts';
import { FormText } from '../../../shared/form/form-field.tsx';
import { Form } from '../../../shared/form/form.tsx';
import { OWN_MAIL, type OwnMail } from './own-mail-query.ts';

/** Names an address: the screen waits for the mail server's answer, and says it. */
export function AskForm({ mail, onAsked }: { mail: OwnMail; onAsked: () => void }) {
  const { t, i18n } = useTranslation('insight');
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm({ defaultValues: { address: mail.confirmed ? '' : (mail.address ?? '') } });
  const ask = useCommand(
    (address: string) => ({
      path: '/insight/mail' as const,
      body: { address, language: pickLanguage({ query: i18n.language, stored: null, browser: [] }) },
    }),
    {
      invalidates: [OWN_MAIL],
      onSuccess: ({ data: { outcome } }) => {
        const isSent = outcome === 'sent' || outcome === 'known';
        setFault(isSent ? null : t(`ownMail.fault.${outcome}`));
        if (isSent) onAsked();
      },
    },
  );
  return (
    <Form form={form} className="stack gap-10" onSubmit={({ address }) => ask.mutate(address.trim())}>
      {fault !== null && (
        <Banner tone="error" testId="own-mail-fault">
          {fault}
        </Banner>
      )}
      <FormText
        form={form}
        name="address"
        type="email"
        dir="ltr"
        label={t('ownMail.address')}
        autoComplete="email"
        required={t('ownMail.needed')}
        testId="own-mail-field"
      />
      <div>
        <Button type="submit" variant="primary" busy={ask.isPending} testId="own-mail-send">
          {t('ownMail.send')}
        </Button>
      </div>
    </Form>
  );
}
