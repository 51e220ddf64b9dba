/** Commands that take marks or moves back, whose answers are not here yet. */
let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Of a command that takes something back. A piece that is scanned again meanwhile must not reach the server first: what is
 * taken back would be the later scan.
 */
export const takesBack = {
  onMutate: (): void => {
    underWay += 1;
  },
  onSettled: (): void => {
    underWay -= 1;
    if (underWay === 0) for (const go of waiting.splice(0)) go();
  },
};

/** Resolves once everything that is being taken back has its answer; a call ends by its time limit at the latest. */
export const allTakenBack = (): Promise<void> =>
  underWay === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
