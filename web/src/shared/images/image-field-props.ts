import type { ReactNode } from 'react';

export interface ImageFieldProps {
  label: string;
  /** Image ids, in the order in which they arrived. */
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
  /** How many pictures there may be. */
  max: number;
  required?: boolean | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  testId?: string | undefined;
}
