import { NoConnection, serverAnswers } from './no-connection.ts';

const TIMEOUT_MS = 120_000;
const FLAG = 'atelier.reloaded';
/** A second failure within this time is reported; later it may be another release. */
const AGAIN_MS = 60_000;

/**
 * Loads a lazy chunk within 120 s. When it cannot be had (a new release has replaced it) the page is reloaded, once;
 * failing again within a minute, the error reaches the screen's error state. Without a server nothing is reloaded: the
 * browser's own error page would replace what is being typed, so the screen says that the connection is missing.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  reload: () => void = () => location.reload(),
  isServerThere: () => Promise<boolean> = serverAnswers,
): Promise<T> {
  try {
    return await within(load(), TIMEOUT_MS);
  } catch (error) {
    if (!(await isServerThere())) throw new NoConnection('a part of the application', { cause: error });
    if (Date.now() - Number(sessionStorage.getItem(FLAG) ?? 0) < AGAIN_MS) throw error;
    sessionStorage.setItem(FLAG, String(Date.now()));
    reload();
    return new Promise<T>(() => undefined);
  }
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a part of the application did not load in time')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
