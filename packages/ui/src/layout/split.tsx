import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

export interface SplitProps extends Omit<ComponentProps<'div'>, 'style'> {
  /** CSS widths of the columns; without them as many equal ones as fit. */
  tracks?: string;
  /** Of equal columns, the least width in pixels. */
  least?: number;
  gap?: number;
  testId?: string;
}

/** Parts side by side: columns of given widths that stand below each other under 1100 px, or fields that fit in. */
export const Split = ({ tracks, least = 200, gap, className, testId, ...rest }: SplitProps) => (
  <div
    {...rest}
    className={classNames(tracks === undefined ? 'split-fit' : 'split', className)}
    data-testid={testId}
    style={{ '--tracks': tracks, '--least': `${least}px`, gap } as Record<string, unknown>}
  />
);
