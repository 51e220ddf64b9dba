import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { WebhookView } from './queries.ts';

/** The public keys that the receiver verifies with: they are no secret. */
export function WebhookKeys({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const { dateTime } = useStaffFormat();
  const words = { copied: t('copied'), notCopied: t('notCopied') };
  return (
    <Section title={t('keys')}>
      {webhook.keys.map(({ public_key: key, until }) => (
        <div key={key} className="webhook-key stack gap-8 items-start">
          <TextField
            label={until === null ? t('key') : t('keyUntil', { at: dateTime(until) })}
            value={key}
            readOnly
            dir="ltr"
            onFocus={(event) => event.target.select()}
            {...(until === null && { hint: t('keyHint'), testId: 'webhook-key' })}
          />
          <Button icon={<Copy size={15} aria-hidden />} onClick={() => void copyText(key, words)}>
            {t('copy')}
          </Button>
        </div>
      ))}
    </Section>
  );
}
