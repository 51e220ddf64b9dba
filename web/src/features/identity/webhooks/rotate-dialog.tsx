import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { WebhookView } from './queries.ts';
import { useWebhookCommand } from './use-webhook-command.ts';

/** Another key: the old one signs on for a day, so that the receiver can learn the new one. */
export function RotateDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const rotate = useWebhookCommand(webhook.id, 'rotate', t('rotated'));
  return (
    <ConfirmDialog
      open
      title={t('askRotate', { name: webhook.name })}
      confirmLabel={t('rotate')}
      onConfirm={() => rotate.mutateAsync({}).catch(() => false)}
      onClose={onClose}
      testId="confirm-rotate"
    >
      <p>{t('askRotateBody')}</p>
    </ConfirmDialog>
  );
}
