import { useStaffFormat } from '../../lib/session/use-session.ts';

/** Seconds in words, in whole days from two days on. */
export function useSpan(): (seconds: number | null) => string {
  const { ageLong } = useStaffFormat();
  return (seconds) => (seconds === null ? '–' : ageLong(seconds * 1000));
}
