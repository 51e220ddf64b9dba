import type { ReactNode } from 'react';

export interface FactProps {
  label: ReactNode;
  children: ReactNode;
  testId?: string;
}

/** A value under its name: one entry of a `<dl>`. */
export const Fact = ({ label, children, testId }: FactProps) => (
  <div className="fact" data-testid={testId}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
