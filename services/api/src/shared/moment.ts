import { momentOf, type Moment } from '@atelier/domain/audit/moment.ts';
import type { MomentQuery, MomentView } from '@atelier/contracts/contract/moment-schema.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';

/**
 * The past moment that a read asks for; null = now.
 * @throws ApiError naming the field of a moment that has not come: its state is not known yet
 */
export function momentIn(query: MomentQuery, clock: Clock): Moment | null {
  for (const field of ['as_of', 'known_at'] as const) {
    const moment = query[field];
    if (moment !== undefined && isInFuture(moment, clock)) throw momentInFuture(field);
  }
  return momentOf(query.as_of, query.known_at);
}

/** The configured values that were in force at the moment; now without one. */
export const policyIn = ({ policy }: Pick<ApiDeps, 'policy'>, moment: Moment | null): Policy =>
  policy(moment?.asOf == null ? undefined : new Date(moment.asOf));

export const isInFuture = (moment: string, clock: Clock): boolean =>
  Date.parse(moment) > clock.now().getTime();

export const momentInFuture = (field: string) =>
  badField(field, 'moment_in_future', 'This time is in the future.');

/** Said beside the data of a response that shows the past, and left out of every other. */
export function besideOf(moment: Moment | null): { readonly beside?: { readonly moment: MomentView } } {
  return moment === null ? {} : { beside: { moment: { as_of: moment.asOf, known_at: moment.knownAt } } };
}
