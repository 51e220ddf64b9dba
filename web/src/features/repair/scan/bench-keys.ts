import { createContext, useContext, useEffect } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';

/** What single letters do at a bench; the part that stands on the screen binds its own. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/** A key that no scanner sent (`packages/browser-sync/src/wedge`), given to the newest part that binds it. */
export class BenchKeys {
  readonly #bound: ((key: string) => boolean)[] = [];

  bind(take: (key: string) => boolean): () => void {
    this.#bound.push(take);
    return () => void this.#bound.splice(this.#bound.indexOf(take), 1);
  }

  /** Whether a part took it. */
  press(key: string): boolean {
    if (isWindowOpen()) return false;
    return this.#bound.findLast((take) => take(key.toLowerCase())) !== undefined;
  }
}

/** A window over the page has its own keys. */
const isWindowOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

export const BenchKeysContext = createContext(new BenchKeys());

export function useBenchKeys(actions: KeyActions): void {
  const keys = useContext(BenchKeysContext);
  const take = useHandler((key: string): boolean => {
    const act = actions[key];
    act?.();
    return act !== undefined;
  });
  useEffect(() => keys.bind(take), [keys, take]);
}
