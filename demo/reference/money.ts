interface Currency {
  /** Minor digits of ISO 4217. */
  readonly digits: number;
  /** Units for one euro in this demo: plausible, and fixed so that prices never move. */
  readonly perEuro: number;
  /** Prices are rounded to this many units. */
  readonly step: number;
}

const CURRENCIES: Readonly<Record<string, Currency>> = {
  EUR: { digits: 2, perEuro: 1, step: 5 },
  GBP: { digits: 2, perEuro: 0.86, step: 5 },
  USD: { digits: 2, perEuro: 1.1, step: 5 },
  JPY: { digits: 0, perEuro: 165, step: 500 },
  CNY: { digits: 2, perEuro: 7.9, step: 10 },
  HKD: { digits: 2, perEuro: 8.6, step: 10 },
  TWD: { digits: 2, perEuro: 35, step: 50 },
  AED: { digits: 2, perEuro: 4.05, step: 5 },
  MXN: { digits: 2, perEuro: 20, step: 50 },
};

export const CURRENCY_CODES: readonly string[] = Object.keys(CURRENCIES);

/** An amount in another currency's minor units, rounded up to the step a price list would use. */
export const fromEuroCents = (euroCents: number, code: string): number => {
  const currency = CURRENCIES[code];
  if (currency === undefined) throw new Error(`no rate for ${code}`);
  const units = (euroCents / 100) * currency.perEuro;
  return Math.ceil(units / currency.step) * currency.step * 10 ** currency.digits;
};
