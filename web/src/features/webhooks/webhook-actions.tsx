import { KeyRound, Power, RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { WebhookView } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { useWebhookCommand } from './use-webhook-command.ts';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';

type Asked = 'replay' | 'rotate' | 'switch' | null;

/** Test, replay, another key, on or off. */
export function WebhookActions({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const [asked, ask] = useState<Asked>(null);
  const ping = useWebhookCommand(webhook.id, 'ping', t('tested'));
  const close = () => ask(null);
  return (
    <div className="row wrap">
      <Button
        icon={<Send size={15} aria-hidden />}
        busy={ping.isPending}
        onClick={() => ping.mutate({})}
        testId="webhook-ping"
      >
        {t('test')}
      </Button>
      {webhook.off === null && (
        <Button
          icon={<RotateCcw size={15} aria-hidden />}
          onClick={() => ask('replay')}
          testId="webhook-replay"
        >
          {t('replay')}
        </Button>
      )}
      <Button icon={<KeyRound size={15} aria-hidden />} onClick={() => ask('rotate')} testId="webhook-rotate">
        {t('rotate')}
      </Button>
      <Button icon={<Power size={15} aria-hidden />} onClick={() => ask('switch')} testId="webhook-switch">
        {webhook.off === null ? t('switchOff') : t('switchOn')}
      </Button>
      {asked === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {asked === 'switch' && <SwitchDialog webhook={webhook} onClose={close} />}
    </div>
  );
}

/** Another key: the old one signs on for a day, so that the receiver can learn the new one. */
function RotateDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
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

/** Off; or on again, and whether what happened meanwhile is sent. */
function SwitchDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
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
