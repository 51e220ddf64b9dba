import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;
const isHere = () => true;
const isNotYet = () => false;

/** Whether the page's script runs: a pad is drawn only then. */
export const useAlive = (): boolean => useSyncExternalStore(neverChanges, isHere, isNotYet);
