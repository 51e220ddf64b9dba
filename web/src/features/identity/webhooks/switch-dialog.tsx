import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { WebhookView } from './queries.ts';
import { useWebhookCommand } from './use-webhook-command.ts';

/** Off; or on again, and whether what happened meanwhile is sent. */
export function SwitchDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const isOn = webhook.off === null;
  const [resume, setResume] = useState<'stopped' | 'now'>('stopped');
  const change = useWebhookCommand(webhook.id, 'switch', isOn ? t('switchedOff') : t('switchedOn'));
  return (
    <ConfirmDialog
      open
      danger={isOn}
      title={t(isOn ? 'askOff' : 'askOn', { name: webhook.name })}
      confirmLabel={isOn ? t('switchOff') : t('switchOn')}
      onConfirm={() => change.mutateAsync(isOn ? { on: false } : { on: true, resume }).catch(() => false)}
      onClose={onClose}
      testId="confirm-switch"
    >
      {isOn ? (
        <p>{t('askOffBody')}</p>
      ) : (
        <RadioGroup
          label={t('resume.label')}
          value={resume}
          options={(['stopped', 'now'] as const).map((value) => ({ value, label: t(`resume.${value}`) }))}
          onChange={setResume}
        />
      )}
    </ConfirmDialog>
  );
}
