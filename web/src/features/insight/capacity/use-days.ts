import { useStaffFormat } from '../../../lib/session/use-session.ts';

const HOUR_MS = 3_600_000;

/** Hours in words: in days from two days on. */
export function useDays(): (hours: number) => string {
  const { ageLong } = useStaffFormat();
  return (hours) => ageLong(hours * HOUR_MS);
}
