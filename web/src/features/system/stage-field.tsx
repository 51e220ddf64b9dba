import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { usePlaces } from './queries.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { asStage, type SiteLimits, type StageValue } from './value-words.ts';

export const NO_LIMITS: StageValue = { target_hours: null, wip_limit: null, sites: [] };

/** Limits of a stage everywhere, and of the sites that have others. Each may be left empty: then there is no such limit. */
export function StageField({ value, onChange, error }: ValueFieldProps) {
  const { t } = useTranslation('system');
  const stage = asStage(value) ?? NO_LIMITS;
  const change = (over: Partial<StageValue>): void => onChange({ ...stage, ...over });
  return (
    <>
      <LimitFields limits={stage} onChange={change} error={error} testId="stage" />
      <h4>{t('stage.sites')}</h4>
      {stage.sites.map((site) => (
        <SiteRow
          key={site.site_id}
          site={site}
          onChange={(over) =>
            change({
              sites: stage.sites.map((each) => (each.site_id === site.site_id ? { ...each, ...over } : each)),
            })
          }
          onRemove={() => change({ sites: stage.sites.filter(({ site_id: id }) => id !== site.site_id) })}
        />
      ))}
      <AddSite
        taken={stage.sites}
        onAdd={(id) =>
          change({
            sites: [
              ...stage.sites,
              { site_id: id, target_hours: stage.target_hours, wip_limit: stage.wip_limit },
            ],
          })
        }
      />
    </>
  );
}

type Limits = Pick<StageValue, 'target_hours' | 'wip_limit'>;

interface LimitFieldsProps {
  limits: Limits;
  onChange: (over: Partial<Limits>) => void;
  error?: string | undefined;
  testId: string;
}

function LimitFields({ limits, onChange, error, testId }: LimitFieldsProps) {
  const { t } = useTranslation('system');
  return (
    <div className="config-pair grid at-start gap-12">
      <TextField
        label={t('stage.targetHours')}
        type="number"
        min={1}
        max={2000}
        value={limits.target_hours === null ? '' : String(limits.target_hours)}
        onChange={(event) => onChange({ target_hours: emptyOr(event.target.value) })}
        hint={t('stage.empty')}
        error={error}
        testId={`${testId}-hours`}
      />
      <TextField
        label={t('stage.wipLimit')}
        type="number"
        min={1}
        max={10_000}
        value={limits.wip_limit === null ? '' : String(limits.wip_limit)}
        onChange={(event) => onChange({ wip_limit: emptyOr(event.target.value) })}
        hint={t('stage.empty')}
        testId={`${testId}-limit`}
      />
    </div>
  );
}

interface SiteRowProps {
  site: SiteLimits;
  onChange: (over: Partial<Limits>) => void;
  onRemove: () => void;
}

function SiteRow({ site, onChange, onRemove }: SiteRowProps) {
  const { t } = useTranslation('system');
  const { workshops } = usePlaces();
  const name = workshops.find(({ id }) => id === site.site_id)?.name ?? String(site.site_id);
  return (
    <fieldset className="stack gap-8" data-testid={`stage-site-${site.site_id}`}>
      <legend className="row between">
        <bdi>{name}</bdi>
        <Button
          variant="bare"
          icon={<X size={16} aria-hidden />}
          label={t('stage.removeSite', { site: name })}
          onClick={onRemove}
          testId={`stage-site-${site.site_id}-remove`}
        />
      </legend>
      <LimitFields limits={site} onChange={onChange} testId={`stage-site-${site.site_id}`} />
    </fieldset>
  );
}

function AddSite({ taken, onAdd }: { taken: readonly SiteLimits[]; onAdd: (id: number) => void }) {
  const { t } = useTranslation('system');
  const { workshops } = usePlaces();
  const free = workshops.filter(({ id }) => taken.every(({ site_id: own }) => own !== id));
  if (free.length === 0) return null;
  return (
    <Select
      label={t('stage.addSite')}
      placeholder={t('stage.site')}
      options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
      value=""
      onChange={(event) => event.target.value !== '' && onAdd(Number(event.target.value))}
      testId="stage-add-site"
    />
  );
}

const emptyOr = (text: string): number | null => (text.trim() === '' ? null : Number(text));
