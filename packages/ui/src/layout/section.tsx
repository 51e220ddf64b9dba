import type { ReactNode } from 'react';
import { Stack } from './stack.tsx';

/** A part of a side panel beneath what stands before it, with a heading and a line above. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap={12} className="section">
    <h3>{title}</h3>
    {children}
  </Stack>
);
