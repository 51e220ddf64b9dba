import type { SavWaitingView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { type DrawnQuery, QueryView } from '../../../shared/paged-table/query-view.tsx';

export interface WaitingPanelProps {
  query: DrawnQuery<unknown>;
  waiting: SavWaitingView | undefined;
  chosen: string;
  onChoose: (tracking: string) => void;
}

/** The packages to check, the first arrived first, and how many were checked today. */
export function WaitingPanel({ query, waiting, chosen, onChoose }: WaitingPanelProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const packages = waiting?.packages ?? [];
  return (
    <Panel
      title={t('savCheck.toCheck')}
      aside={packages.length > 0 && t('savCheck.oldestFirst', { total: format.number(packages.length) })}
      testId="sav-waiting"
      className="sav-waiting"
    >
      <QueryView
        query={query}
        skeleton={{ rows: 5, height: 36 }}
        padded
        isEmpty={() => packages.length === 0}
        empty={<EmptyState title={t('savCheck.allChecked')} icon={<PackageCheck aria-hidden />} />}
      />
      <ol className="sav-list" aria-label={t('savCheck.toCheck')}>
        {packages.map(({ package: row }) => (
          <li key={row.id}>
            <button
              type="button"
              data-keys-through
              className={classNames('sav-package', row.tracking_no === chosen && 'on')}
              aria-current={row.tracking_no === chosen}
              onClick={() => onChoose(row.tracking_no)}
              data-testid={`sav-choose-${row.tracking_no}`}
            >
              <span className="shrinks">
                <bdi className="strong num clip">{row.tracking_no}</bdi>
                <bdi className="small muted clip">{row.from.name}</bdi>
              </span>
              <span className="small muted num">
                {t('savCheck.here', {
                  here: format.number(row.received_count),
                  all: format.number(row.item_count),
                })}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <OtherPackage onChoose={onChoose} />
      <p className="sav-today">
        <span className="small muted">{t('savCheck.checkedToday')}</span>
        <b className="num" data-testid="sav-today">
          {waiting === undefined ? '–' : format.number(waiting.checked_today)}
        </b>
      </p>
    </Panel>
  );
}

/** A package that does not wait, such as one to be checked again: by its number. */
function OtherPackage({ onChoose }: Pick<WaitingPanelProps, 'onChoose'>) {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(typed.trim() === '');
    if (typed.trim() === '') return;
    onChoose(typed.trim());
    setTyped('');
  };
  return (
    <form
      className="sav-other"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextField
        label={t('terms:field.tracking')}
        hideLabel
        placeholder={t('terms:field.tracking')}
        value={typed}
        maxLength={TRACKING_NUMBER.most}
        spellCheck={false}
        dir="ltr"
        onChange={(event) => setTyped(event.target.value)}
        error={isAsked ? t('savCheck.trackingRequired') : undefined}
        testId="sav-tracking"
      />
    </form>
  );
}
