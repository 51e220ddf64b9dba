import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { ImageField } from '../../../shared/images/image-field.tsx';
import { hasIssue, type Measure, type MeasuresDraft } from './measurements-state.ts';

const NUMBERS = ['stones', 'weight', 'scrap', 'loss'] as const;
const ISSUES = {
  stones: 'stonesIssue',
  weight: 'weightIssue',
  scrap: 'partIssue',
  loss: 'partIssue',
} as const;

export interface MeasurementsPanelProps {
  item: ItemView | null;
  fields: readonly Measure[];
  draft: MeasuresDraft;
  onChange: (draft: MeasuresDraft) => void;
}

/** Stones counted, weight and a picture: noted per piece, saved when it is validated. */
export function MeasurementsPanel({ item, fields, draft, onChange }: MeasurementsPanelProps) {
  const { t } = useTranslation(['measure', 'repair']);
  const note = item === null ? undefined : <bdi>{t('repair:quality.for', { number: item.number })}</bdi>;
  const number = (field: Exclude<Measure, 'photos'>) => (
    <TextField
      key={`${item?.id ?? ''}-${field}`}
      label={t(`measure:${field}`)}
      inputMode={field === 'stones' ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={12}
      value={draft[field]}
      onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
      hint={field === 'scrap' ? t('measure:since') : undefined}
      error={hasIssue(field, draft) ? t(`measure:${ISSUES[field]}`) : undefined}
      testId={`measure-${field}`}
    />
  );
  return (
    <Panel title={t('measure:title')} aside={note} padded testId="measurements-panel">
      {item === null ? (
        <p className="muted">{t('measure:pick')}</p>
      ) : (
        <div className="stack">
          {NUMBERS.filter((field) => fields.includes(field)).map(number)}
          {fields.includes('photos') && (
            <ImageField
              key={item.id}
              label={t('measure:photo')}
              value={draft.photos}
              onChange={(photos) => onChange({ ...draft, photos })}
              max={1}
              testId="measure-photo"
            />
          )}
          <p className="small muted">{t('measure:withValidate')}</p>
        </div>
      )}
    </Panel>
  );
}
