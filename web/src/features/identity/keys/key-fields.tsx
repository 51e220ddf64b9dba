import { API_KEY_LIMITS } from '@atelier/domain/identity/contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { FormSelect, FormText, useField } from '../../../shared/form/form-field.tsx';
import { FormDate } from '../../../shared/form/form-date.tsx';
import { PermissionChoice } from '../../../shared/permissions/permission-choice.tsx';
import { rolesQuery, useRoleName, type SiteView } from '../queries.ts';
import { grantable, lastDays, type KeyValues } from './key-form.ts';

interface KeyFieldsProps {
  form: UseFormReturn<KeyValues>;
  sites: readonly SiteView[];
  now: number;
}

/** What it is called, where it works, until when, and what it may do. */
export function KeyFields({ form, sites, now }: KeyFieldsProps) {
  const { t } = useTranslation('users');
  const own = useSession().view.site;
  const reached = own === null ? sites : sites.filter(({ id }) => id === own.id);
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t('apiKey.name')}
        required
        maxLength={API_KEY_LIMITS.name}
        hint={t('apiKey.nameHint')}
        testId="api-key-name"
      />
      <FormSelect
        form={form}
        name="site_id"
        label={t('site')}
        {...(own === null && { placeholder: t('apiKey.everySite') })}
        options={reached.map(({ id, name }) => ({ value: id, label: name }))}
        hint={t('apiKey.siteHint')}
        testId="api-key-site"
      />
      <FormDate
        form={form}
        name="last_day"
        label={t('apiKey.lastDay')}
        required
        {...lastDays(now)}
        hint={t('apiKey.lastDayHint')}
        testId="api-key-last-day"
      />
      <PermissionFields form={form} />
    </>
  );
}

/** One's own permissions, to be chosen one by one or as a role has them. */
function PermissionFields({ form }: Pick<KeyFieldsProps, 'form'>) {
  const { t } = useTranslation('users');
  const { field, error } = useField({ form, name: 'permissions' });
  const offered = grantable(useSession().view.allPermission, form.watch('site_id'));
  const chosen = form.watch('permissions').filter((each) => offered.includes(each));
  const toggle = (name: string, isOn: boolean): void => {
    const others = chosen.filter((each) => each !== name);
    field.onChange(isOn ? [...others, name] : others);
  };
  return (
    <>
      <RoleChoice onChoose={(held) => field.onChange(offered.filter((each) => held.includes(each)))} />
      <fieldset className="choices key-permissions" aria-invalid={error ? true : undefined}>
        <legend>{t('permissions', { count: chosen.length })}</legend>
        <PermissionChoice offered={offered} chosen={chosen} onToggle={toggle} />
        {error && (
          <span className="field-error" role="alert">
            {error}
          </span>
        )}
      </fieldset>
    </>
  );
}

function RoleChoice({ onChoose }: { onChoose: (permissions: readonly string[]) => void }) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const choose = (id: string): void =>
    onChoose(roles.find((role) => String(role.id) === id)?.permissions ?? []);
  return (
    <Select
      label={t('apiKey.asRole')}
      placeholder={t('choose')}
      hint={t('apiKey.asRoleHint')}
      options={roles.map(({ id, name }) => ({ value: id, label: roleName(name) }))}
      onChange={(event) => choose(event.target.value)}
      testId="api-key-role"
    />
  );
}
