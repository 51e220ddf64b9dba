import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { ChangeForm } from './change-form.tsx';
import { configQuery, type ConfigChangeView, type SettingView } from './queries.ts';
import { Source } from './setting-row.tsx';
import { useSettingName } from './use-setting-name.ts';
import { useWording } from './use-wording.ts';
import { valueWords } from './value-words.ts';

interface SettingPanelProps {
  setting: SettingView;
  revision: number;
  onClose: () => void;
}

/** One value whole: what it is, what is planned, the form to change it, and its history. */
export function SettingPanel({ setting, revision, onClose }: SettingPanelProps) {
  const { t } = useTranslation('system');
  const name = useSettingName(setting);
  const wording = useWording();
  const mayChange = usePermission('engine system config');
  return (
    <SidePanel open onClose={onClose} title={name} testId="setting-panel">
      <div className="stack gap-18">
        {t(`help.${setting.key}`, '') !== '' && <p className="muted">{t(`help.${setting.key}`, '')}</p>}
        <p className="config-now flex wrap on-baseline">
          <span className="muted">{t('now')}</span>
          <span className="strong num">{valueWords(setting, setting.in_force, wording)}</span>
          <Source setting={setting} wording={wording} />
          <span className="small muted">
            {t('initially', { value: valueWords(setting, setting.initial, wording) })}
          </span>
        </p>
        {setting.scheduled.map((change) => (
          <Planned key={change.change} change={change} setting={setting} mayWithdraw={mayChange} />
        ))}
        {mayChange && setting.kind !== 'retention' && <ChangeForm setting={setting} revision={revision} />}
        {setting.kind === 'retention' && <Link to="/system/privacy">{t('retention.where')}</Link>}
        <History setting={setting} />
      </div>
    </SidePanel>
  );
}

interface PlannedProps {
  change: ConfigChangeView;
  setting: SettingView;
  mayWithdraw: boolean;
}

/** A change that is still to come, and taking it back. */
function Planned({ change, setting, mayWithdraw }: PlannedProps) {
  const { t } = useTranslation('system');
  const wording = useWording();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="config-planned stack gap-6 items-start sunken" data-testid={`change-${change.change}`}>
      <span className="strong">
        {t('plannedFrom', {
          value: valueWords(setting, change.value, wording),
          at: wording.format.dateTime(change.effective_at),
        })}
      </span>
      <ChangeWords change={change} />
      {mayWithdraw && !isAsking && (
        <Button variant="quiet" onClick={() => setAsking(true)} testId="withdraw">
          {t('withdraw')}
        </Button>
      )}
      {isAsking && <WithdrawForm change={change.change} onDone={() => setAsking(false)} />}
    </div>
  );
}

function WithdrawForm({ change, onDone }: { change: number; onDone: () => void }) {
  const { t } = useTranslation('system');
  const form = useForm({ defaultValues: { reason: '' } });
  const withdraw = useCommand(
    (given: string) => ({ path: '/system/config/withdraw', body: { change, reason: given } }),
    {
      invalidates: [configQuery().queryKey],
      done: t('withdrawn'),
      onSuccess: () => onDone(),
    },
  );
  return (
    <div className="stack">
      <FormText
        form={form}
        name="reason"
        label={t('terms:field.reason')}
        required
        maxLength={TEXT_LENGTH.reason}
        testId="withdraw-reason"
      />
      <span className="row">
        <Button
          variant="danger"
          busy={withdraw.isPending}
          disabled={form.watch('reason').trim() === ''}
          onClick={() => void form.handleSubmit(({ reason }) => withdraw.mutate(reason.trim()))()}
          testId="withdraw-confirm"
        >
          {t('withdraw')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('keep')}
        </Button>
      </span>
    </div>
  );
}

function ChangeWords({ change }: { change: ConfigChangeView }) {
  const { t } = useTranslation('system');
  const { format } = useWording();
  return (
    <span className="small muted">
      <bdi>{t('writtenBy', { name: change.author, at: format.dateTime(change.changed_at) })}</bdi>
      <span dir="auto">{` “${change.reason}”`}</span>
    </span>
  );
}

function History({ setting }: { setting: SettingView }) {
  const { t } = useTranslation('system');
  const wording = useWording();
  return (
    <section>
      <h3>{t('history')}</h3>
      {setting.history.length === 0 && <p className="muted">{t('asItCame')}</p>}
      <ol className="config-history stack gap-12">
        {setting.history.map((change) => (
          <li key={change.change} data-withdrawn={change.withdrawn !== null || undefined}>
            <span className="strong num">
              {t('fromTo', {
                before: valueWords(setting, change.previous, wording),
                after: valueWords(setting, change.value, wording),
              })}
            </span>
            <span className="small">{t('since', { at: wording.format.dateTime(change.effective_at) })}</span>
            <ChangeWords change={change} />
            {change.withdrawn !== null && (
              <span className="small tone-warn">
                <bdi>
                  {t('withdrawnBy', {
                    name: change.withdrawn.author,
                    at: wording.format.dateTime(change.withdrawn.at),
                  })}
                </bdi>
                <span dir="auto">{` “${change.withdrawn.reason}”`}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
