import { KeyRound, Power, RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { WebhookView } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { useWebhookCommand } from './use-webhook-command.ts';

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
