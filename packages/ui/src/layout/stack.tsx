import type { ComponentProps, ElementType } from 'react';
import { classNames } from '../class-names.ts';

type Tag = 'div' | 'span' | 'section' | 'form' | 'fieldset' | 'ul' | 'ol';

export type StackProps<T extends Tag> = ComponentProps<T> & {
  /** What it is in the document; a `div` by default. */
  as?: T;
  /** Pixels between the parts, 18 by default. */
  gap?: number;
};

/** Parts one below the other. */
export function Stack<T extends Tag = 'div'>({ as, gap, className, style, ...rest }: StackProps<T>) {
  const Element = (as ?? 'div') as ElementType;
  return <Element {...rest} className={classNames('stack', className)} style={{ gap, ...style }} />;
}
