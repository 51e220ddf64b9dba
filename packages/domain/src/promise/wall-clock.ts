import { DAY_MS } from '../kernel.ts';

/** An instant as days since the epoch on the wall of a zone, with the part of the day. */
export type WallClock = (ms: number) => number;

const OFFSET = /GMT([+-])(\d+):(\d+)/;

/** Keeps the offset of each hour that was asked for: a model reads very many moments. */
export function wallClockOf(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  const offsetOf = (ms: number): number => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = OFFSET.exec(name) ?? [];
    return ((Number(hours) * 60 + Number(minutes)) / 1440) * (sign === '-' ? -1 : 1);
  };
  return (ms) => {
    const quarter = Math.floor((ms * 96) / DAY_MS);
    const known = offsets.get(quarter) ?? offsetOf(ms);
    offsets.set(quarter, known);
    return ms / DAY_MS + known;
  };
}
