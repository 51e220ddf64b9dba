import { classNames } from '../class-names.ts';

/** A filled line: part of a whole. Over the limit it is full and says so by tone. */
export function Meter({ value, limit, label }: { value: number; limit: number; label: string }) {
  const part = limit > 0 ? Math.min(100, (value / limit) * 100) : 0;
  return (
    <div
      className={classNames('meter', value > limit && 'full')}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(limit, value)}
      aria-valuenow={value}
      style={{ '--part': `${part}%` } as Record<string, string>}
    >
      <i />
    </div>
  );
}
