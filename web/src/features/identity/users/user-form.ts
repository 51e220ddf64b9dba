import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { Issues } from '../../../shared/form/use-issue-form.ts';
import type { UserType, UserView } from '../queries.ts';

/** What is typed about an account, as the fields hold it. */
export interface UserValues {
  readonly email: string;
  readonly name: string;
  readonly last_name: string;
  readonly user_type: UserType;
  /** Empty = none. */
  readonly site_id: string;
  readonly roles: readonly string[];
  /** How a new person signs in; an account that is edited keeps its own way. */
  readonly door: 'password' | 'sso';
  readonly password: string;
}

/** What is wrong, by the field's name on the wire: a key below `issue`. */
export type UserIssues = Issues<UserValues>;

export const NEW_USER: UserValues = {
  email: '',
  name: '',
  last_name: '',
  user_type: 'shop',
  site_id: '',
  roles: [],
  door: 'password',
  password: '',
};

export const valuesOf = (user: UserView): UserValues => ({
  email: user.email,
  name: user.name,
  last_name: user.last_name,
  user_type: user.user_type,
  site_id: String(user.site?.id ?? ''),
  roles: user.roles,
  door: 'sso',
  password: '',
});

export const passwordIssues = ({ password }: Pick<UserValues, 'password'>): UserIssues =>
  password.length < PASSWORD_LENGTH.least ? { password: 'password' } : {};

/** What can be said before asking the server. */
export function userIssues(values: UserValues): UserIssues {
  return {
    ...(!/^\S+@\S+\.\S+$/.test(values.email.trim()) && { email: 'email' }),
    ...(values.name.trim() === '' && { name: 'required' }),
    ...(values.last_name.trim() === '' && { last_name: 'required' }),
    ...(values.user_type !== 'admin' && values.site_id === '' && { site_id: 'invalid_site' }),
    ...(values.roles.length === 0 && { roles: 'role_required' }),
    ...(values.door === 'password' && passwordIssues(values)),
  };
}

export const createBody = (values: UserValues) => ({
  email: values.email.trim(),
  name: values.name.trim(),
  last_name: values.last_name.trim(),
  user_type: values.user_type,
  site_id: values.site_id === '' ? null : Number(values.site_id),
  roles: values.roles,
  ...(values.door === 'password' && { password: values.password }),
});

/** Only what was changed: what is left out stays. */
export function changedBody(before: UserValues, after: UserValues): Record<string, unknown> {
  const [was, is] = [createBody(before), createBody(after)];
  const isOther = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(new Map<string, unknown>(Object.entries(was)).get(name));
  return Object.fromEntries(Object.entries(is).filter(isOther));
}

/** Whether saving ends the person's sessions: other rights do. */
export const isOtherPlace = (before: UserValues, after: UserValues): boolean =>
  Object.keys(changedBody(before, after)).some((name) => ['user_type', 'site_id', 'roles'].includes(name));

const OWN_WORDS: readonly string[] = [
  'email_used',
  'invalid_site',
  'role_unknown',
  'role_beyond_own',
  'roles_of_two_persons',
  'identity_of_provider',
  'password_common',
];
const BY_FIELD: Readonly<Record<string, string>> = {
  email: 'email',
  password: 'password',
  roles: 'role_required',
  site_id: 'invalid_site',
};

/** The server's refusal, field by field; a list's third role is the list's. */
export function issuesOf(error: ApiError): UserIssues {
  const entries = error.errors.map(({ path, code }) => {
    const field = path.split('.')[0] ?? path;
    return [field, OWN_WORDS.includes(code) ? code : (BY_FIELD[field] ?? 'required')];
  });
  return Object.fromEntries(entries) as UserIssues;
}
