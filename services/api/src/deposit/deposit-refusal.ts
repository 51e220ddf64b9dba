import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CreateRmaBody } from '@atelier/contracts/deposit/deposit-schema.ts';
import { ApiError } from '../http/errors.ts';
import { rejected } from '../http/rejections.ts';
import { fieldErrorOf, isDepositIssue } from './deposit-messages.ts';

/** Who may set the warranty against the rule (product/deposit.md §3): the reason alone is not enough. */
const MAY_OVERRIDE: readonly PermissionName[] = ['cancel or edit rma'];

/** A form with issues: every field with its code and sentence; the envelope's own code is the first one's. */
export function depositRefusal(rejection: Rejection): ApiError {
  const errors = (rejection.fields ?? []).map(({ path, code }) =>
    fieldErrorOf(path, isDepositIssue(code) ? code : 'invalid_value'),
  );
  const [first] = errors;
  if (first === undefined) return rejected(rejection);
  return new ApiError(400, first.code, first.message, { errors });
}

export function refuseOverride({ items }: Pick<CreateRmaBody, 'items'>, { permissions }: Principal): void {
  const index = items.findIndex((item) => item.warranty_override !== undefined);
  if (index < 0 || holdsAny(permissions, MAY_OVERRIDE)) return;
  const issue = fieldErrorOf(`items.${index}.warranty_override`, 'warranty_override_forbidden');
  throw new ApiError(403, 'forbidden', issue.message, { errors: [issue] });
}
