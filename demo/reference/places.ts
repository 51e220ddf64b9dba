import type { CarrierRow, LanguageRow, SiteRow } from '@atelier/application/reference/places.table.ts';
import carriers from '../data/carriers.json' with { type: 'json' };
import languages from '../data/languages.json' with { type: 'json' };
import sites from '../data/sites.json' with { type: 'json' };

/** The brand's sites: the warehouse and factories first, since shops point at the warehouse. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON widens the kinds of sites
export const SITES = sites as readonly SiteRow[];

/** The product's seven languages (product/reference.md §6). */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON widens the directions
export const LANGUAGES = languages as readonly LanguageRow[];

/** Carriers of the demo are invented: none of their names or links points at a real company. */
export const CARRIERS: readonly CarrierRow[] = carriers;
