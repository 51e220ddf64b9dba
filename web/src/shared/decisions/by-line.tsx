import { useStaffFormat } from '../../lib/session/use-session.ts';

/** Who and when: each in its own direction, whatever the language around them. */
export function ByLine({ name, at, className }: { name: string; at: string; className?: string }) {
  const format = useStaffFormat();
  return (
    <span className={className === undefined ? 'small muted' : `small muted ${className}`}>
      <bdi>{name}</bdi> · <time dateTime={at}>{format.dateTime(at)}</time>
    </span>
  );
}
