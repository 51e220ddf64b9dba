import type { SiemSettings } from './siem-settings.ts';

/** The receiver did not take what was sent: it is sent again. */
export class SiemUnavailable extends Error {
  override name = 'SiemUnavailable';
}

/** Lines of one call. */
const MOST_LINES = 500;
const TOO_LARGE = 413;

export interface Calls {
  readonly signal: AbortSignal;
  /** Checked before each call: false once another worker may be sending. */
  readonly mayBegin: () => boolean;
}

/**
 * Sends lines in their order, each call acknowledged before the next one; a call that is too large is sent as two. Answers false when a
 * call was no longer allowed to begin.
 * @throws SiemUnavailable when one was not acknowledged: those before it were
 */
export async function sendLines(
  settings: SiemSettings,
  lines: readonly string[],
  calls: Calls,
): Promise<boolean> {
  for (let from = 0; from < lines.length; from += MOST_LINES)
    if (!(await sendPart(settings, lines.slice(from, from + MOST_LINES), calls))) return false;
  return true;
}

async function sendPart(settings: SiemSettings, lines: readonly string[], calls: Calls): Promise<boolean> {
  if (!calls.mayBegin()) return false;
  const status = await post(settings, lines.join(''), calls.signal);
  if (status >= 200 && status < 300) return true;
  if (status !== TOO_LARGE || lines.length < 2)
    throw new SiemUnavailable(`the SIEM responded with status ${status}`);
  const middle = Math.ceil(lines.length / 2);
  return (
    (await sendPart(settings, lines.slice(0, middle), calls)) &&
    (await sendPart(settings, lines.slice(middle), calls))
  );
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
      // A redirect could send the events to another party.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    throw new SiemUnavailable('the SIEM could not be reached', { cause: error });
  }
}
