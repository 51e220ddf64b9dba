import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { UserType, UserView } from '../queries.ts';

/** What is typed about an account. */
export interface UserValues {
  readonly email: string;
  readonly name: string;
  readonly lastName: string;
  readonly type: UserType;
  readonly siteId: number | null;
  readonly roles: readonly string[];
}

export type UserField = 'email' | 'name' | 'last_name' | 'user_type' | 'site_id' | 'roles' | 'password';
/** What is wrong, by the field's name on the wire: a key below `issue`. */
export type UserIssues = Partial<Record<UserField, string>>;

export const NEW_USER: UserValues = {
  email: '',
  name: '',
  lastName: '',
  type: 'shop',
  siteId: null,
  roles: [],
};

export const valuesOf = (user: UserView): UserValues => ({
  email: user.email,
  name: user.name,
  lastName: user.last_name,
  type: user.user_type,
  siteId: user.site?.id ?? null,
  roles: user.roles,
});

/** What can be said before asking the server; `password` undefined = the person comes by single sign-on. */
export function userIssues(values: UserValues, password?: string): UserIssues {
  return {
    ...(!/^\S+@\S+\.\S+$/.test(values.email.trim()) && { email: 'email' }),
    ...(values.name.trim() === '' && { name: 'required' }),
    ...(values.lastName.trim() === '' && { last_name: 'required' }),
    ...(values.type !== 'admin' && values.siteId === null && { site_id: 'invalid_site' }),
    ...(values.roles.length === 0 && { roles: 'role_required' }),
    ...(password !== undefined && password.length < PASSWORD_LENGTH.least && { password: 'password' }),
  };
}

export const createBody = (values: UserValues, password?: string) => ({
  email: values.email.trim(),
  name: values.name.trim(),
  last_name: values.lastName.trim(),
  user_type: values.type,
  site_id: values.siteId,
  roles: values.roles,
  ...(password !== undefined && { password }),
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
