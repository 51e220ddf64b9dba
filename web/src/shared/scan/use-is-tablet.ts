import { useMedia } from '@atelier/ui/hooks/use-media.ts';

/** A tablet that stands or lies: counts and commands share the half of the verdict. The style sheet has the same widths. */
export const useIsTablet = (): boolean => useMedia('(min-width: 700px) and (max-width: 1199px)');
