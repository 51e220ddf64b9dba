import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Combobox } from '@atelier/ui/controls/combobox.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { DEVICE_ZONE, fieldOf, instantOf } from '../../lib/time/moment-field.ts';
import { type CustodyState, WAYS } from './use-custody-state.ts';

interface AskPanelProps {
  state: CustodyState;
  change: (part: Partial<CustodyState>) => void;
  /** Where the reader stands: they ask about no other site. */
  ownSite: { readonly id: number; readonly name: string } | null;
}

/** What is asked, and of which moment. */
export function AskPanel({ state, change, ownSite }: AskPanelProps) {
  const { t } = useTranslation('custody');
  return (
    <section className="panel custody-ask grid at-end" aria-label={t('ask.label')}>
      <SegmentedControl
        label={t('ask.label')}
        value={state.by}
        options={WAYS.map((way) => ({ value: way, label: t(`by.${way}`) }))}
        onChange={(by) => change({ by, q: '' })}
        testId="custody-by"
      />
      {state.by === 'site' ? (
        <SiteField state={state} change={change} ownSite={ownSite} />
      ) : (
        <NumberField key={`${state.by} ${state.q}`} state={state} change={change} />
      )}
      <MomentField state={state} change={change} />
    </section>
  );
}

function SiteField({ state, change, ownSite }: AskPanelProps) {
  const { t } = useTranslation('custody');
  const sites = useQuery({ ...sitesQuery(), enabled: ownSite === null }).data?.data ?? [];
  if (ownSite !== null)
    return <TextField label={t('field.site')} value={ownSite.name} readOnly testId="custody-own-site" />;
  return (
    <Combobox
      label={t('field.site')}
      value={state.site}
      options={sites.map((site) => ({ value: site.id, label: `${site.name} · ${site.code}` }))}
      onChange={(site) => site !== state.site && site !== null && change({ site })}
      emptyText={t('field.noSite')}
      testId="custody-site"
    />
  );
}

/** A number is asked for when it is whole: typed and sent, or scanned. */
function NumberField({ state, change }: Omit<AskPanelProps, 'ownSite'>) {
  const { t } = useTranslation('custody');
  const form = useForm({ defaultValues: { number: state.q } });
  const ask = form.handleSubmit(({ number }) => change({ q: number.trim() }));
  return (
    <form className="custody-number" onSubmit={(event) => void ask(event)}>
      <FormText
        form={form}
        name="number"
        label={t(`field.${state.by}`)}
        spellCheck={false}
        maxLength={TRACKING_NUMBER.most}
        dir="auto"
        testId="custody-number"
      />
      <Button type="submit" variant="primary" testId="custody-ask">
        {t('ask.submit')}
      </Button>
    </form>
  );
}

function MomentField({ state, change }: Omit<AskPanelProps, 'ownSite'>) {
  const { t } = useTranslation('custody');
  const zone = useOptionalSession()?.view.site?.time_zone;
  const now = new Date(serverNow()).toISOString();
  const choose = (when: 'now' | 'then') => change({ at: when === 'now' ? null : now });
  const pick = (field: string) => {
    const at = instantOf(field, zone);
    if (at !== null) change({ at });
  };
  return (
    <div className="custody-moment">
      <SegmentedControl
        label={t('moment.label')}
        value={state.at === null ? 'now' : 'then'}
        options={[
          { value: 'now', label: t('moment.now') },
          { value: 'then', label: t('moment.then') },
        ]}
        onChange={choose}
        testId="custody-when"
      />
      {state.at !== null && (
        <TextField
          label={t('moment.field')}
          aside={zone ?? DEVICE_ZONE}
          type="datetime-local"
          step={1}
          max={fieldOf(now, zone)}
          value={fieldOf(state.at, zone)}
          onChange={(event) => pick(event.target.value)}
          testId="custody-at"
        />
      )}
    </div>
  );
}
