import { useStaffFormat } from '../../../lib/session/use-session.ts';

/** Minor units with their sign, also where there are more. */
export function useSigned(): (minor: number, currency: string) => string {
  const { money } = useStaffFormat();
  return (minor, currency) => `${minor < 0 ? '−' : '+'}${money(Math.abs(minor), currency)}`;
}
