import type { Policy } from '@atelier/domain/policy.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import type { Places } from '@atelier/application/reference/places.queries.ts';
import { badField } from '../http/errors.ts';

/**
 * The factory a call names, by id or by code. A shop, a warehouse, nothing at all, or a factory that is configured to
 * take no transfers is refused by field.
 */
export async function factoryNamed(
  places: Places,
  ref: number | string,
  { factories }: Pick<Policy, 'factories'>,
): Promise<SiteView> {
  const code = String(ref).toUpperCase();
  const sites = await places.sites();
  const site = sites.find((each) => each.id === ref || each.code === code);
  if (site?.kind === 'factory') {
    if (factories === null || factories.includes(site.id)) return site;
    throw badField('factory', 'factory_closed', 'This factory does not take transfers.');
  }
  throw badField('factory', 'unknown_factory', 'There is no such factory.');
}
