/** A calendar day, YYYY-MM-DD, without a time zone. */
export type Day = string;

const pad = (value: number) => String(value).padStart(2, '0');

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const parts = (day: Day): [number, number, number] => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
};

/** The day it is at an instant in a time zone (IANA name). */
export const dayIn = (instant: Date, timeZone: string): Day => formatIn(timeZone).format(instant);

export const addDays = (day: Day, count: number): Day => {
  const [year, month, date] = parts(day);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
};

/** Calendar months; a day the target month lacks becomes its last one (29 Feb + 1 year = 28 Feb). */
export const addMonths = (day: Day, count: number): Day => {
  const [year, month, date] = parts(day);
  const months = year * 12 + (month - 1) + count;
  const toYear = Math.floor(months / 12);
  const toMonth = (months % 12) + 1;
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, daysInMonth(toYear, toMonth)))}`;
};

/** The last 29 February on or before a day. */
export const lastLeapDay = (day: Day): Day => {
  const [year] = parts(day);
  const leap = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((back) => `${year - back}-02-29`);
  const found = leap.find(
    (candidate) => candidate <= day && daysInMonth(Number(candidate.slice(0, 4)), 2) === 29,
  );
  return found ?? `${year - 8}-02-29`;
};
