import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

/** Words, marks or buttons in a row, on the next line where there is no room; `gap` in pixels, 10 by default. */
export const Cluster = ({ gap, className, style, ...rest }: ComponentProps<'div'> & { gap?: number }) => (
  <div {...rest} className={classNames('row wrap', className)} style={{ gap, ...style }} />
);
