import type { SiteView } from '@atelier/domain/reference/contract.ts';
import type { Places } from '@atelier/store/reference/places.queries.ts';
import { badField } from '../errors.ts';

/** The factory a call names, by id or by code. A shop, a warehouse or nothing at all is refused by field. */
export async function factoryNamed(places: Places, ref: number | string): Promise<SiteView> {
  const code = String(ref).toUpperCase();
  const sites = await places.sites();
  const site = sites.find((each) => each.id === ref || each.code === code);
  if (site?.kind === 'factory') return site;
  throw badField('factory', 'unknown_factory', 'There is no such factory.');
}
