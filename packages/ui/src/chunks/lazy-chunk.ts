import { NoConnection, serverAnswers } from './no-connection.ts';

const TIMEOUT_MS = 120_000;
const FLAG = 'atelier.reloaded';
/** A second failure within this time is reported; later it may be another release. */
const AGAIN_MS = 60_000;

let begin: (() => () => Promise<unknown>) | undefined;

/** Called when a chunk begins to load; what it returns is waited for once the chunk has run: the texts that it draws with. */
export const chunksWaitFor = (given: typeof begin): void => void (begin = given);

/** The chunk when all is there that it is drawn with. */
export async function wholeChunk<T>(load: () => Promise<T>): Promise<T> {
  const ready = begin?.();
  const chunk = await load();
  await ready?.();
  return chunk;
}

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
    return await Promise.race([wholeChunk(load), tooLate()]);
  } catch (error) {
    if (!(await isServerThere())) throw new NoConnection('a part of the application', { cause: error });
    if (Date.now() - Number(sessionStorage.getItem(FLAG)) < AGAIN_MS) throw error;
    sessionStorage.setItem(FLAG, String(Date.now()));
    reload();
    return new Promise<T>(() => undefined);
  }
}

/** Its timer outlives a chunk that is there: nothing waits for it then. */
const tooLate = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('a part of the application did not load in time')), TIMEOUT_MS);
  });
