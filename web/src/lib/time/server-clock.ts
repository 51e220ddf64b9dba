/** Devices at a counter are often minutes off; the server's time decides, so ages and flips are counted in it. */
let offsetMs = 0;

/** The HTTP `Date` has whole seconds: a difference below that is noise. */
const NOISE_MS = 2000;

/** Takes the `Date` header of an answer that arrived now. */
export function noteServerDate(header: string | null, now: number = Date.now()): void {
  const stated = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(stated)) return;
  const difference = stated + 500 - now;
  offsetMs = Math.abs(difference) < NOISE_MS ? 0 : difference;
}

/** ms since epoch, as the server counts them. */
export const serverNow = (): number => Date.now() + offsetMs;
