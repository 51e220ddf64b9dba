/** Answers one load from memory until it is `ttlMs` old; askers meanwhile share one load. A failure is not kept. */
export const memo = <T>(
  ttlMs: number,
  load: () => Promise<T>,
  nowMs = () => performance.now(),
): (() => Promise<T>) => {
  let held: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (held !== undefined && nowMs() - held.at < ttlMs) return held.value;
    const fresh = { at: nowMs(), value: load() };
    held = fresh;
    fresh.value.catch(() => {
      if (held === fresh) held = undefined;
    });
    return fresh.value;
  };
};
