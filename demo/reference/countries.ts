import type { CountryRow } from '@atelier/application/reference/places.table.ts';
import countries from '../data/countries.json' with { type: 'json' };

/** Every country with a dial code (product/reference.md §3), by ISO 3166 code. Ids are stored: append, never renumber. */
export const COUNTRIES: readonly CountryRow[] = countries;
