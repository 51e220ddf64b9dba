/** A part of the application could not be loaded because the server cannot be reached. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

const PROBE_MS = 5000;

/** Whether the server answers at all. Never rejects. */
export function serverAnswers(): Promise<boolean> {
  return fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
