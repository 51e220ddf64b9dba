import type { SiemSettings } from './siem-settings.ts';

/** The receiver did not take what was sent: it is sent again. */
export class SiemUnavailable extends Error {
  override name = 'SiemUnavailable';
}

/** Lines of one call. */
const MOST_LINES = 500;
const TOO_LARGE = 413;

/**
 * Sends lines in their order, each call acknowledged before the next one; a call that is too large is sent as two.
 * @throws SiemUnavailable when one was not acknowledged: those before it were
 */
export async function sendLines(
  settings: SiemSettings,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < lines.length; from += MOST_LINES)
    await sendPart(settings, lines.slice(from, from + MOST_LINES), signal);
}

async function sendPart(
  settings: SiemSettings,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const status = await post(settings, lines.join(''), signal);
  if (status >= 200 && status < 300) return;
  if (status !== TOO_LARGE || lines.length < 2)
    throw new SiemUnavailable(`the SIEM responded with status ${status}`);
  const middle = Math.ceil(lines.length / 2);
  await sendPart(settings, lines.slice(0, middle), signal);
  await sendPart(settings, lines.slice(middle), signal);
}

async function post(
  { url, authorization, timeoutMs }: SiemSettings,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(authorization && { authorization }) },
      body,
      // A redirect could lead the events to somebody else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    throw new SiemUnavailable('the SIEM could not be reached', { cause: error });
  }
}
