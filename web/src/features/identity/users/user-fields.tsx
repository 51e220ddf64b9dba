import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox, SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { FormSelect, FormText, useField } from '../../../shared/form/form-field.tsx';
import type { UserValues } from './user-form.ts';
import { PermissionWords } from '../../../shared/permissions/permission-choice.tsx';
import { rolesQuery, sitesFor, useRoleName, type SiteView, type UserType } from '../queries.ts';

export interface UserFieldsProps {
  form: UseFormReturn<UserValues>;
  sites: readonly SiteView[];
  /** The provider of single sign-on says who they are. */
  isIdentityFixed?: boolean;
}

/** Who it is, where they stand and what they may do. */
export function UserFields(props: UserFieldsProps) {
  return (
    <>
      <IdentityFields {...props} />
      <PlaceFields {...props} />
      <RoleFields {...props} />
    </>
  );
}

function IdentityFields({ form, isIdentityFixed = false }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const shared = { form, readOnly: isIdentityFixed, required: !isIdentityFixed, autoComplete: 'off' };
  return (
    <>
      <Split least={190}>
        <FormText
          {...shared}
          name="name"
          label={t('name')}
          maxLength={TEXT_LENGTH.personName}
          hint={t('nameHint')}
          testId="user-name-field"
        />
        <FormText
          {...shared}
          name="last_name"
          label={t('lastName')}
          maxLength={TEXT_LENGTH.personName}
          testId="user-last-name"
        />
      </Split>
      <FormText
        {...shared}
        name="email"
        label={t('terms:field.email')}
        dir="ltr"
        inputMode="email"
        maxLength={TEXT_LENGTH.email}
        hint={isIdentityFixed ? t('identityFixed') : undefined}
        testId="user-email"
      />
    </>
  );
}

function PlaceFields({ form, sites }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const types: readonly UserType[] = ['shop', 'operation', 'admin'];
  const type = form.watch('user_type');
  const change = (next: UserType): void => {
    if (next === type) return;
    form.setValue('user_type', next);
    // A site belongs to one kind of account.
    form.setValue('site_id', '');
  };
  return (
    <>
      <div className="field">
        <span className="field-label">{t('type')}</span>
        <SegmentedControl
          label={t('type')}
          value={type}
          options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={change}
          testId="user-type"
        />
      </div>
      {type === 'admin' ? (
        <p className="small muted">{t('noSite')}</p>
      ) : (
        <FormSelect
          form={form}
          name="site_id"
          label={t('site')}
          required
          placeholder={t('choose')}
          options={sitesFor(type, sites).map(({ id, name }) => ({ value: id, label: name }))}
          testId="user-site"
        />
      )}
    </>
  );
}

/** Each role with how much it allows; the permissions themselves on demand. */
function RoleFields({ form }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const { field, error } = useField({ form, name: 'roles' });
  const chosen = form.watch('roles');
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const toggle = (name: string, isOn: boolean): void => {
    const others = chosen.filter((each) => each !== name);
    field.onChange(isOn ? [...others, name] : others);
  };
  return (
    <fieldset className="choices" aria-invalid={error ? true : undefined}>
      <legend>{t('roles')}</legend>
      {roles.map(({ id, name, permissions }) => (
        <Stack key={id} gap={2} className="user-role">
          <Checkbox
            label={<bdi>{roleName(name)}</bdi>}
            checked={chosen.includes(name)}
            onChange={(isOn) => toggle(name, isOn)}
            testId={`role-${id}`}
          />
          <details className="small muted">
            <summary>{t('permissions', { count: permissions.length })}</summary>
            <PermissionWords names={permissions} />
          </details>
        </Stack>
      ))}
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
