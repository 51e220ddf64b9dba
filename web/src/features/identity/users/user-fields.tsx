import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Checkbox, SegmentedControl } from '../../../ui/choice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Split } from '../../../ui/split.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { UserIssues, UserValues } from './user-form.ts';
import { rolesQuery, sitesFor, useRoleName } from '../queries.ts';
import type { SiteView, UserType } from '../queries.ts';

export interface UserFieldsProps {
  values: UserValues;
  issues: UserIssues;
  sites: readonly SiteView[];
  /** The provider of single sign-on says who they are. */
  isIdentityFixed?: boolean;
  onChange: (part: Partial<UserValues>) => void;
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

function useIssue(issues: UserIssues) {
  const { t } = useTranslation('users');
  return (field: keyof UserIssues): string | undefined => {
    const issue = issues[field];
    return issue === undefined ? undefined : t(`issue.${issue}`);
  };
}

function IdentityFields({ values, issues, isIdentityFixed = false, onChange }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const issue = useIssue(issues);
  const shared = { readOnly: isIdentityFixed, required: !isIdentityFixed, autoComplete: 'off' };
  return (
    <>
      <Split least={190}>
        <TextField
          label={t('name')}
          {...shared}
          value={values.name}
          maxLength={TEXT_LENGTH.personName}
          error={issue('name')}
          hint={t('nameHint')}
          onChange={(event) => onChange({ name: event.target.value })}
          testId="user-name-field"
        />
        <TextField
          label={t('lastName')}
          {...shared}
          value={values.lastName}
          maxLength={TEXT_LENGTH.personName}
          error={issue('last_name')}
          onChange={(event) => onChange({ lastName: event.target.value })}
          testId="user-last-name"
        />
      </Split>
      <TextField
        label={t('terms:field.email')}
        {...shared}
        dir="ltr"
        inputMode="email"
        value={values.email}
        maxLength={TEXT_LENGTH.email}
        error={issue('email')}
        hint={isIdentityFixed ? t('identityFixed') : undefined}
        onChange={(event) => onChange({ email: event.target.value })}
        testId="user-email"
      />
    </>
  );
}

function PlaceFields({ values, issues, sites, onChange }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const issue = useIssue(issues);
  const types: readonly UserType[] = ['shop', 'operation', 'admin'];
  return (
    <>
      <div className="field">
        <span className="field-label">{t('type')}</span>
        <SegmentedControl
          label={t('type')}
          value={values.type}
          options={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
          onChange={(type) => onChange({ type, siteId: type === values.type ? values.siteId : null })}
          testId="user-type"
        />
      </div>
      {values.type === 'admin' ? (
        <p className="small muted">{t('noSite')}</p>
      ) : (
        <Select
          label={t('site')}
          required
          value={values.siteId ?? ''}
          placeholder={t('choose')}
          options={sitesFor(values.type, sites).map(({ id, name }) => ({ value: id, label: name }))}
          error={issue('site_id')}
          onChange={(event) => onChange({ siteId: Number(event.target.value) || null })}
          testId="user-site"
        />
      )}
    </>
  );
}

/** Each role with how much it allows; the permissions themselves on demand. */
function RoleFields({ values, issues, onChange }: UserFieldsProps) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const error = useIssue(issues)('roles');
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const toggle = (name: string, isOn: boolean): void => {
    const others = values.roles.filter((each) => each !== name);
    onChange({ roles: isOn ? [...others, name] : others });
  };
  return (
    <fieldset className="choices" aria-invalid={error ? true : undefined}>
      <legend>{t('roles')}</legend>
      {roles.map(({ id, name, permissions }) => (
        <Stack key={id} gap={2} className="user-role">
          <Checkbox
            label={<bdi>{roleName(name)}</bdi>}
            checked={values.roles.includes(name)}
            onChange={(isOn) => toggle(name, isOn)}
            testId={`role-${id}`}
          />
          <details className="small muted">
            <summary>{t('permissions', { count: permissions.length })}</summary>
            <bdi lang="en">{permissions.join(' · ')}</bdi>
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
