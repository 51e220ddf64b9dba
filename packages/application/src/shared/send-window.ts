/** How long a sender may still begin the call it has announced. */
export interface SendWindow {
  readonly isOver: () => boolean;
  /** Whole milliseconds; 0 once it is over. */
  readonly leftMs: () => number;
}

/**
 * Opened before the intent is appended or the lease is renewed, and checked right before the call leaves: a sender that was paused in between
 * sends nothing that another sender may have sent meanwhile. A call begins only while its own
 * timeout fits into what is left, so that it ends before another sender begins.
 */
export function openSendWindow(limitMs: number): SendWindow {
  const [steady, wall] = [performance.now(), Date.now()];
  // The steady counter stands still while a machine is suspended. A wall clock that is set forward delays one attempt.
  const passed = (): number => Math.max(performance.now() - steady, Date.now() - wall);
  const leftMs = (): number => Math.max(0, Math.ceil(limitMs - passed()));
  return { leftMs, isOver: () => leftMs() === 0 };
}
