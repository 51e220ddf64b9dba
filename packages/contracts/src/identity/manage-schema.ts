import { z } from 'zod';
import { envelope, listQuery, requiredLine, requiredText, text, wireId } from '../contract/schema.ts';
import { email, personName } from '../contract/person-schema.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { ACCOUNT_LIMITS, USER_TYPES } from '@atelier/domain/identity/contract.ts';
import { newPassword } from './schema.ts';

const userType = z.enum(USER_TYPES);
const flag = z.stringbool();

/** `GET /user/list`: the accounts, by name. */
export const usersQuery = z.strictObject({
  page: listQuery.shape.page,
  page_size: listQuery.shape.page_size,
  /** Part of a name or an address. */
  search: text(ACCOUNT_LIMITS.search).optional(),
  user_type: userType.optional(),
  site_id: wireId.optional(),
  active: flag.optional(),
});

export const userView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  email: z.string(),
  name: z.string(),
  last_name: z.string(),
  user_type: userType,
  site: z.object({ id: z.number().int(), code: z.string(), name: z.string(), kind: z.string() }).nullable(),
  roles: z.array(z.string()),
  active: z.boolean(),
  /** Comes by single sign-on: name and address are the provider's (product/identity.md §3). */
  sso: z.boolean(),
  has_password: z.boolean(),
  /** Its sign-ins with the password also ask for a code. */
  has_second_factor: z.boolean(),
  /** Locked by failed sign-ins, at any address, right now. */
  locked: z.boolean(),
  open_sessions: z.number().int(),
  last_seen_at: z.string().nullable(),
});
export type UserView = z.infer<typeof userView>;
export const usersResponse = envelope(z.array(userView));
export const userResponse = envelope(userView);
export const userQuery = z.strictObject({ id: wireId });

const profile = {
  email: email,
  name: personName(TEXT_LENGTH.personName),
  last_name: personName(TEXT_LENGTH.personName),
};
const place = {
  user_type: userType,
  /** null for administrators and auditors, who stand nowhere. */
  site_id: wireId.nullable(),
  roles: z.array(requiredText(100)).min(1).max(ACCOUNT_LIMITS.roles),
};

/** `POST /user/create`. Without a password the person comes by single sign-on. */
export const createUserBody = z.strictObject({ ...profile, ...place, password: newPassword.optional() });
export type CreateUserBody = z.infer<typeof createUserBody>;

/** `POST /user/update`: what is left out stays as it is. */
export const updateUserBody = z.strictObject({
  id: wireId,
  ...z.object(profile).partial().shape,
  ...z.object(place).partial().shape,
  active: z.boolean().optional(),
});
export type UpdateUserBody = z.infer<typeof updateUserBody>;

export const userIdBody = z.strictObject({ id: wireId });
export const setPasswordBody = z.strictObject({ id: wireId, password: newPassword });

/** A role of accounts. Worker roles are the workforce's. */
export const roleView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Active accounts that have it. */
  accounts: z.number().int(),
  /** It manages accounts or erasures, and only the product itself defines such roles. */
  fixed: z.boolean(),
});
export type RoleView = z.infer<typeof roleView>;
/** `GET /role/list`: the roles accounts can have, and what each allows. */
export const rolesResponse = envelope(z.array(roleView));
export const roleResponse = envelope(roleView);

const permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length);
/** `POST /role/create`: a name that never changes, and its permissions. */
export const createRoleBody = z.strictObject({ name: requiredLine(ACCOUNT_LIMITS.roleName), permissions });
/** `POST /role/update`. */
export const updateRoleBody = z.strictObject({ id: wireId, permissions });
