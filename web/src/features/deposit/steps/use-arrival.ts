import { useEffect, useRef } from 'react';
import type { Step } from './use-step.ts';

const PLACE = '.deposit-step';
const REFUSED = '[aria-invalid="true"]:not(fieldset)';
const WEIGHT = '[data-testid$=".total_weight"]';
/** About a second: a step's code and texts may still be on their way. */
const MOST_FRAMES = 60;

/**
 * Another step begins at its top, with the focus on what is worked on next: a field with a message where one was refused, the
 * weight of the open piece, else the step itself. Looked for until it is drawn, unless the focus was moved meanwhile.
 */
export function useArrival(step: Step, isRefused: boolean): void {
  const before = useRef(step);
  const refused = useRef(isRefused);
  useEffect(() => {
    refused.current = isRefused;
  });
  useEffect(() => {
    if (before.current === step) return undefined;
    before.current = step;
    globalThis.scrollTo({ top: 0 });
    let [frame, frames] = [0, 0];
    const look = (): void => {
      const place = document.querySelector<HTMLElement>(PLACE);
      const wanted = place?.querySelector<HTMLElement>(refused.current ? REFUSED : WEIGHT) ?? null;
      const { activeElement } = document;
      if (frames > 0 && activeElement !== document.body && activeElement !== place) return;
      (wanted ?? place)?.focus();
      frames += 1;
      const isThere = wanted !== null || (place !== null && step !== 'pieces' && !refused.current);
      if (!isThere && frames < MOST_FRAMES) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [step]);
}
