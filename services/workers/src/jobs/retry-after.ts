/** `Retry-After` in seconds or as a date; null when there is none that can be read. */
export function retryAfterMs(headers: Headers): number | null {
  const given = headers.get('retry-after');
  if (given === null) return null;
  if (/^\d+$/.test(given)) return Number(given) * 1_000;
  const date = Date.parse(given);
  const answered = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) || Number.isNaN(answered) ? null : Math.max(0, date - answered);
}
