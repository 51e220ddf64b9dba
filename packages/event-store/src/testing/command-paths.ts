import type { Speedup } from '../open-store.ts';

const speedups: readonly Speedup[] = ['batching', 'readBehind', 'stateCache'];

/** The path of commands whole, without each of its decorators, and without all of them: for `describe.each`. */
export const COMMAND_PATHS: readonly { readonly without: readonly Speedup[] }[] = [
  { without: [] },
  ...speedups.map((speedup) => ({ without: [speedup] })),
  { without: speedups },
];
