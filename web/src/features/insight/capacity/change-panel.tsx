import { Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useFigureState, type ChangeFigures } from '../use-figure-state.ts';
import { usePlaces } from '../use-places.ts';
import { placesParam, type CapacityState } from './capacity-state.ts';
import type { Capacity } from './simulated.ts';

export interface CapacityProps {
  readonly siteId: number;
  readonly capacity: Capacity;
  readonly state: CapacityState;
}

/** What may be changed: places of each stage, pieces per week, and a share of another factory's pieces. */
export function ChangePanel({ siteId, capacity, state }: CapacityProps) {
  const { t } = useTranslation(['capacity', 'status']);
  const [, change] = useFigureState();
  const stages = capacity.stages.toSorted((a, b) => a.rma_status_id - b.rma_status_id);
  return (
    <Panel
      className="figure capacity-change"
      title={t('capacity:change.title')}
      testId="capacity-change"
      action={
        <Button
          variant="quiet"
          onClick={() => change({ places: null, weekly: null, other: null, share: null })}
          testId="capacity-reset"
        >
          {t('capacity:change.reset')}
        </Button>
      }
      footer={<p className="small muted">{t('capacity:change.note')}</p>}
    >
      <div className="capacity-fields">
        {stages.map(({ rma_status_id: id, places }) => (
          <TextField
            key={`${siteId} ${id} ${state.places.size}`}
            label={t(`status:name.${id}`)}
            hint={
              places === null ? t('capacity:change.unlimited') : t('capacity:change.own', { count: places })
            }
            type="number"
            min={1}
            max={999}
            defaultValue={
              isStatusId(id) && state.places.has(id) ? shown(state.places.get(id)) : shown(places)
            }
            onBlur={({ target }) =>
              isStatusId(id) && change({ places: placesParam(state, id, target.value, places) })
            }
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            testId={`places-${id}`}
          />
        ))}
        <Weekly capacity={capacity} state={state} change={change} />
        <Assigned siteId={siteId} state={state} change={change} />
      </div>
    </Panel>
  );
}

const shown = (places: number | null | undefined): string => (places == null ? '' : String(places));

type FieldProps = Pick<CapacityProps, 'state'> & { readonly change: ChangeFigures };

function Weekly({ capacity, state, change }: FieldProps & Pick<CapacityProps, 'capacity'>) {
  const { t } = useTranslation('capacity');
  const { number } = useStaffFormat();
  const own = Math.round(capacity.weekly);
  return (
    <TextField
      key={`weekly ${state.weekly}`}
      label={t('change.weekly')}
      hint={t('change.weeklyOwn', { weekly: number(own) })}
      type="number"
      min={1}
      defaultValue={String(state.weekly ?? own)}
      onBlur={({ target }) => change({ weekly: Number(target.value) === own ? null : target.value })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      testId="weekly"
    />
  );
}

/** Only those who see every factory may move pieces between them. */
function Assigned({ siteId, state, change }: FieldProps & Pick<CapacityProps, 'siteId'>) {
  const { t } = useTranslation('capacity');
  const others = usePlaces('factory').filter(({ value }) => value !== `factory:${siteId}`);
  if (others.length === 0) return null;
  return (
    <>
      <Select
        label={t('change.other')}
        value={state.other === null ? '' : `factory:${state.other}`}
        options={[{ value: '', label: t('change.noOther') }, ...others]}
        onChange={(event) => change({ other: event.target.value })}
        testId="other"
      />
      {state.other !== null && (
        <TextField
          key={`share ${state.share}`}
          label={t('change.share')}
          type="number"
          min={1}
          max={100}
          defaultValue={String(state.share)}
          onBlur={({ target }) => change({ share: target.value })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          testId="share"
        />
      )}
    </>
  );
}
