import { ALARM_CAUSES, type AlarmCause } from '@atelier/domain/insight/radar/events.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { past } from '../../../lib/time/past.ts';
import { FormArea, FormSelect } from '../../../shared/form/form-field.tsx';
import type { AlarmDetail } from './radar-queries.ts';

const NOTE_LENGTH = 1_000;

/** How an alarm was explained, or the form that explains it. */
export function SettlePanel({ alarm, onSettled }: { alarm: AlarmDetail; onSettled: () => void }) {
  const { t } = useTranslation(['insight', 'radar']);
  const maySettle = usePermission('sav check') && past === null;
  if (alarm.settled === null && !maySettle) return null;
  return (
    <Panel
      className="figure-settle"
      testId="alarm-settle"
      title={t(alarm.settled === null ? 'radar:settle' : 'radar:settled')}
      padded
      footer={<p className="small muted">{t('radar:settleNote')}</p>}
    >
      {alarm.settled === null ? (
        <SettleForm number={alarm.number} onSettled={onSettled} />
      ) : (
        <Settled settled={alarm.settled} />
      )}
    </Panel>
  );
}

function Settled({ settled: { cause, note, by, at } }: { settled: NonNullable<AlarmDetail['settled']> }) {
  const { t } = useTranslation(['insight', 'radar']);
  const { dateTime } = useStaffFormat();
  return (
    <div className="stack gap-6" data-testid="alarm-settled">
      <span className="strong">{t(`radar:cause.${cause}`)}</span>
      {note !== null && (
        <q>
          <bdi>{note}</bdi>
        </q>
      )}
      <span className="small muted">
        <bdi>{by}</bdi> · {dateTime(at)}
      </span>
    </div>
  );
}

interface SettleValues {
  cause: AlarmCause;
  note: string;
}

function SettleForm({ number, onSettled }: { number: number; onSettled: () => void }) {
  const { t } = useTranslation(['insight', 'radar', 'common']);
  const form = useForm<SettleValues>({ defaultValues: { cause: 'making', note: '' } });
  const settle = useCommand(
    (body: SettleValues & { number: number }) => ({ path: '/insight/alarm/settle', body }),
    {
      invalidates: [['insight']],
      done: t('radar:done'),
      onSuccess: () => {
        form.reset();
        onSettled();
      },
    },
  );
  const send = form.handleSubmit(({ cause, note }) => settle.mutate({ number, cause, note: note.trim() }));
  return (
    <form className="stack gap-10" onSubmit={(event) => event.preventDefault()}>
      <FormSelect
        form={form}
        name="cause"
        label={t('radar:what')}
        options={ALARM_CAUSES.map((cause) => ({ value: cause, label: t(`radar:cause.${cause}`) }))}
        testId="settle-cause"
      />
      <FormArea
        form={form}
        name="note"
        label={t('radar:words')}
        hint={t('radar:wordsHint')}
        required={t('common:reasonRequired')}
        maxLength={NOTE_LENGTH}
        testId="settle-note"
      />
      <Button variant="primary" busy={settle.isPending} onClick={() => void send()} testId="settle-accept">
        {t('radar:accept')}
      </Button>
    </form>
  );
}
