/** Rows of migrations/0009_places_and_catalogue.sql. */
export interface CountryRow {
  id: number;
  code: string;
  name: string;
  dial_code: string;
  client_delivery_allowed: boolean;
}

export interface ProvinceRow {
  id: number;
  country_id: number;
  name: string;
  local_name: string | null;
}

export interface CityRow {
  id: number;
  province_id: number;
  name: string;
  local_name: string | null;
}

export interface LanguageRow {
  id: number;
  code: string;
  name: string;
  native_name: string;
  direction: 'ltr' | 'rtl';
}

export interface CarrierRow {
  id: number;
  code: string;
  name: string;
  tracking_url: string | null;
  countries: string[];
}

export interface SiteRow {
  id: number;
  code: string;
  kind: 'shop' | 'warehouse' | 'factory';
  name: string;
  country: string;
  time_zone: string;
  currency: string;
  nav_code: string;
  address: string;
  city: string;
  postal_code: string;
  phone: string;
  /** `Mo-Sa 10:00-19:00; …`, '' = not known. */
  opening_hours: string;
  map_url: string | null;
  pickups_per_slot: number | null;
  in_mainland_china: boolean;
  warehouse_id: number | null;
}

export interface PlacesTables {
  countries: CountryRow;
  provinces: ProvinceRow;
  cities: CityRow;
  languages: LanguageRow;
  carriers: CarrierRow;
  sites: SiteRow;
}
