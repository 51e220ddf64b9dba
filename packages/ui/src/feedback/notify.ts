export interface Notice {
  /** A success is read politely and disappears automatically; an error interrupts and stays longer. */
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

/** Passes notices to the listener that draws them; returns how to stop. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
