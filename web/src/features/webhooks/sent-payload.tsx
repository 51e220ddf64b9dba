import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorLine } from '../../lib/api/notice-error.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useSentPayload } from './queries.ts';
import { useWebhookCommand } from './use-webhook-command.ts';

interface SentPayloadProps {
  readonly webhookId: number;
  readonly deliveryId: number;
}

/** The body of one delivery, and the button that sends it again. */
export function SentPayload({ webhookId, deliveryId }: SentPayloadProps) {
  const { t } = useTranslation('webhooks');
  const sent = useSentPayload(webhookId, deliveryId);
  const again = useWebhookCommand(webhookId, 'resend', t('againAsked'));
  if (sent.data === undefined)
    return (
      <span className="delivery-sent span-all gap-10 small muted">
        {sent.isError ? errorLine(sent.error) : '…'}
      </span>
    );
  const { payload, not_again: why } = sent.data.data;
  return (
    <div className="delivery-sent span-all gap-10 stack" data-testid={`delivery-sent-${deliveryId}`}>
      {payload !== null && (
        <figure>
          <figcaption className="small muted">
            {t('payload')} · {t('payloadNow')}
          </figcaption>
          <pre className="webhook-payload sunken breaks small" dir="ltr" lang="en">
            {JSON.stringify(payload, null, 2)}
          </pre>
        </figure>
      )}
      <div>
        <Button
          icon={<RotateCcw size={15} aria-hidden />}
          busy={again.isPending}
          disabledReason={why === null ? undefined : t(`notAgain.${why}`)}
          onClick={() => again.mutate({ delivery_id: deliveryId })}
          testId={`delivery-again-${deliveryId}`}
        >
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
