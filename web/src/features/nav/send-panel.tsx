import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { FormText } from '../../shared/form/form-field.tsx';

/** How a sending by hand may end, by the checks before it or by NAV itself (product/nav.md §4). */
const TONES = {
  nav_sent: 'good',
  nav_failed: 'error',
  nav_not_sent: 'warn',
  nav_not_bound: 'error',
  nav_already_used: 'error',
  nav_inside_china: 'error',
  nav_data_not_found: 'error',
  nav_package_not_sent: 'error',
} as const;
type Outcome = keyof typeof TONES;
const isOutcome = (code: string | number): code is Outcome => code in TONES;

export interface SendPanelProps {
  onSent: (id: number) => void;
}

/** Sending one tracking number by hand. */
export function SendPanel({ onSent }: SendPanelProps) {
  const { t } = useTranslation('nav');
  const client = useQueryClient();
  const form = useForm({ defaultValues: { number: '' } });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = useCommand((tracking_no: string) => ({ path: '/nav/send', body: { tracking_no } }), {
    quiet: Object.keys(TONES),
    onSuccess: (answer) => {
      if (isOutcome(answer.code)) setOutcome(answer.code);
      if (answer.code === 'nav_sent') form.reset();
      onSent(answer.data.id);
    },
    onError: ({ code }) => setOutcome(isOutcome(code) ? code : null),
    onSettled: () => void client.invalidateQueries({ queryKey: ['nav'] }),
  });
  const submit = (event: FormEvent) => {
    setOutcome(null);
    void form.handleSubmit(({ number }) => send.mutate(number.trim()))(event);
  };
  return (
    <Panel title={t('send.title')} padded testId="nav-send-panel">
      <form className="stack" onSubmit={submit} noValidate>
        <p className="small muted">{t('send.lead')}</p>
        <FormText
          form={form}
          name="number"
          label={t('terms:field.tracking')}
          dir="ltr"
          required={t('send.required')}
          check={(typed) => (typed.trim().length < 3 ? t('send.required') : undefined)}
          maxLength={TRACKING_NUMBER.most}
          testId="nav-number"
        />
        {outcome && (
          <Banner tone={TONES[outcome]} testId="nav-outcome">
            <span data-code={outcome}>{t(`outcome.${outcome}`)}</span>
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
