import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { NavDocumentView } from '@atelier/domain/nav/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';

/** What the checks before, or NAV itself, said to a sending by hand (product/nav.md §4). */
const SAID = {
  nav_sent: 'good',
  nav_failed: 'error',
  nav_not_sent: 'warn',
  nav_not_bound: 'error',
  nav_already_used: 'error',
  nav_inside_china: 'error',
  nav_data_not_found: 'error',
  nav_package_not_sent: 'error',
} as const;
type SaidCode = keyof typeof SAID;
const isSaid = (code: string | number): code is SaidCode => code in SAID;

export interface SendPanelProps {
  onSent: (id: number) => void;
}

/** Sending one tracking number by hand. */
export function SendPanel({ onSent }: SendPanelProps) {
  const { t } = useTranslation('nav');
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const [said, setSaid] = useState<SaidCode | null>(null);
  const send = useCommand<string, NavDocumentView>(
    (tracking_no) => ({ path: '/nav/send', body: { tracking_no } }),
    {
      quiet: Object.keys(SAID),
      onSuccess: (answer) => {
        if (isSaid(answer.code)) setSaid(answer.code);
        if (answer.code === 'nav_sent') setNumber('');
        onSent(answer.data.id);
      },
      onError: ({ code }) => setSaid(isSaid(code) ? code : null),
      onSettled: () => void client.invalidateQueries({ queryKey: ['nav'] }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setSaid(null);
    if (number.trim().length >= 3) send.mutate(number.trim());
  };
  return (
    <Panel title={t('send.title')} padded testId="nav-send-panel">
      <form className="stack" onSubmit={submit} noValidate>
        <p className="small muted">{t('send.lead')}</p>
        <TextField
          label={t('terms:field.tracking')}
          dir="ltr"
          required
          autoComplete="off"
          maxLength={TRACKING_NUMBER.most}
          value={number}
          error={isTried && number.trim().length < 3 ? t('send.required') : undefined}
          onChange={(event) => setNumber(event.target.value)}
          testId="nav-number"
        />
        {said && (
          <Banner tone={SAID[said]} testId="nav-said">
            <span data-code={said}>{t(`said.${said}`)}</span>
          </Banner>
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<Send size={16} aria-hidden className="flips" />}
          busy={send.isPending}
          testId="nav-send"
        >
          {t('send.do')}
        </Button>
      </form>
    </Panel>
  );
}
