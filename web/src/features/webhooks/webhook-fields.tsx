import { WEBHOOK_LIMITS, WEBHOOK_TYPES } from '@atelier/domain/webhooks/contract.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { FormSelect, FormText, useField } from '../../shared/form/form-field.tsx';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import type { WebhookValues } from './webhook-values.ts';

interface WebhookFieldsProps {
  form: UseFormReturn<WebhookValues>;
  sites: readonly SiteView[];
}

/** What it is called, where it is, for which site, and what it is sent. */
export function WebhookFields({ form, sites }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks');
  const own = useSession().view.site;
  const reached = own === null ? sites : sites.filter(({ id }) => id === own.id);
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t('name')}
        required
        maxLength={WEBHOOK_LIMITS.name}
        hint={t('nameHint')}
        testId="webhook-name"
      />
      <FormText
        form={form}
        name="url"
        label={t('url')}
        required
        dir="ltr"
        inputMode="url"
        maxLength={WEBHOOK_LIMITS.url}
        hint={t('urlHint')}
        testId="webhook-url"
      />
      <FormSelect
        form={form}
        name="site_id"
        label={t('site')}
        {...(own === null && { placeholder: t('everySite') })}
        options={reached.map(({ id, name }) => ({ value: id, label: name }))}
        hint={t('siteHint')}
        testId="webhook-site"
      />
      <TypeFields form={form} />
    </>
  );
}

/** The events, by the names that receivers see. */
function TypeFields({ form }: Pick<WebhookFieldsProps, 'form'>) {
  const { t } = useTranslation('webhooks');
  const { field, error } = useField({ form, name: 'types' });
  const chosen = form.watch('types');
  const toggle = (type: string, isOn: boolean): void => {
    const others = chosen.filter((each) => each !== type);
    field.onChange(isOn ? [...others, type] : others);
  };
  return (
    <fieldset className="choices" aria-invalid={error ? true : undefined}>
      <legend>{t('events', { count: chosen.length })}</legend>
      <div>
        <Button onClick={() => field.onChange([...WEBHOOK_TYPES])} testId="webhook-all">
          {t('all')}
        </Button>
      </div>
      <div className="webhook-types">
        {WEBHOOK_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={
              <bdi lang="en" dir="ltr">
                {type}
              </bdi>
            }
            checked={chosen.includes(type)}
            onChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </div>
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
