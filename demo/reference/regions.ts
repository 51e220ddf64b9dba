import type { CityRow, ProvinceRow } from '@atelier/application/reference/places.table.ts';
import { COUNTRIES } from './countries.ts';
import provinces from '../data/regions.json' with { type: 'json' };

interface Region {
  province: ProvinceRow;
  cities: CityRow[];
}

const names = (text: string) => {
  const [name = '', local] = text.trim().split('|');
  return { name, local_name: local ?? null };
};

const region = (line: string, country_id: number, index: number): Region => {
  const [province = '', cities = ''] = line.split(': ');
  const id = country_id * 1000 + index + 1;
  return {
    province: { id, country_id, ...names(province) },
    cities: cities
      .split(', ')
      .map((city, at) => ({ id: id * 100 + at + 1, province_id: id, ...names(city) })),
  };
};

const countryId = (code: string): number => {
  const found = COUNTRIES.find((country) => country.code === code);
  if (found === undefined) throw new Error(`no country ${code}`);
  return found.id;
};

/** A line is `Province|local name: City|local name, …`; ids follow its place: append, never reorder. */
const regions = Object.entries(provinces).flatMap(([code, lines]) =>
  lines.map((line, index) => region(line, countryId(code), index)),
);

/** Provinces of the countries that have any in the address form. */
export const PROVINCES: readonly ProvinceRow[] = regions.map((each) => each.province);
export const CITIES: readonly CityRow[] = regions.flatMap((each) => each.cities);
