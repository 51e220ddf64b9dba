export interface Notice {
  /** Good news is read politely and leaves by itself; an error interrupts and stays longer. */
  tone: 'good' | 'error' | 'warn';
  title: string;
  detail?: string | undefined;
  /** The same id replaces instead of piling up. */
  id?: string;
}

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();

/** Shows a notice from anywhere, also outside React. */
export function notify(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Gives notices to whoever draws them; answers how to stop. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
