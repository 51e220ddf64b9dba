import { DateField } from '../../../shared/form/date-field.tsx';
import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { PreviewResult } from './preview-result.tsx';

interface Choice {
  readonly name: 'inForce' | 'proposed' | 'draft';
  readonly schedule: () => RetentionSchedule;
}

interface Asked {
  readonly day?: string;
  readonly schedule: RetentionSchedule;
}

/** Whom a run would erase, today or on a day, under one of these schedules, and what keeps the others. */
export function Preview({ choices, testId }: { choices: readonly Choice[]; testId: string }) {
  const { t } = useTranslation('privacy');
  const [day, setDay] = useState('');
  const [name, setName] = useState(choices[0]?.name);
  const chosen = choices.find((choice) => choice.name === name) ?? choices[0];
  const preview = useCommand((body: Asked) => ({
    path: '/privacy/retention/preview',
    body,
  }));
  const show = () => chosen && preview.mutate({ schedule: chosen.schedule(), ...(day !== '' && { day }) });
  return (
    <section className="stack retention-part line-above" data-testid={testId}>
      <div className="panel-body stack">
        <h3>{t('retention.preview.title')}</h3>
        <div className="retention-asked">
          {choices.length > 1 && (
            <SegmentedControl
              label={t('retention.preview.schedule')}
              value={chosen?.name ?? 'inForce'}
              options={choices.map((choice) => ({
                value: choice.name,
                label: t(`retention.preview.${choice.name}`),
              }))}
              onChange={setName}
            />
          )}
          <DateField
            label={t('retention.preview.day')}
            hint={t('retention.preview.dayHint')}
            value={day}
            onChange={(event) => setDay(event.target.value)}
            testId={`${testId}-day`}
          />
          <Button busy={preview.isPending} onClick={show} testId={`${testId}-go`}>
            {t('retention.preview.go')}
          </Button>
        </div>
      </div>
      {preview.data !== undefined && <PreviewResult preview={preview.data.data} />}
    </section>
  );
}
