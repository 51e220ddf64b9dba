import { useCallback, useEffect, useRef, useState } from 'react';

/** The first draws; the others wait. */
const line: (() => void)[] = [];
/** Longest that one keeps the others: its data may be slow, and what lies below is wanted too. */
const LONGEST_MS = 3_000;

/**
 * Heavy parts of a page take turns: each begins once the one before it is on the screen, so that the first is not kept until the last
 * is ready too. `begin` may be called twice. Answers how to end the turn, or to give it up before it began.
 */
export function takeTurn(begin: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = (): void => {
    timer ??= setTimeout(end, LONGEST_MS);
    begin();
  };
  const end = (): void => {
    clearTimeout(timer);
    const place = line.indexOf(turn);
    if (place < 0) return;
    line.splice(place, 1);
    if (place === 0) afterDrawing(() => line[0]?.());
  };
  line.push(turn);
  if (line[0] === turn) turn();
  return end;
}

/** A frame is drawn after its callbacks: a task that a callback asks for runs behind the drawing. */
const afterDrawing = (then: () => void): void => void requestAnimationFrame(() => setTimeout(then));

/** Takes a turn once it is wanted; answers whether it has begun, and how to end it. */
export function useTurn(isWanted = true): readonly [boolean, () => void] {
  const [hasBegun, setBegun] = useState(false);
  const end = useRef(() => undefined as void);
  useEffect(() => {
    if (!isWanted) return undefined;
    end.current = takeTurn(() => setBegun(true));
    return end.current;
  }, [isWanted]);
  return [hasBegun, useCallback(() => end.current(), [])];
}
