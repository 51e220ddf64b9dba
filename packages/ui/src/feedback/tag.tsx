import { Tag as PrimeTag } from 'primereact/tag';
import type { ReactNode } from 'react';

export interface TagProps {
  children: ReactNode;
  icon?: ReactNode;
  className?: string;
  testId?: string;
}

/** A short word in a pill. */
export const Tag = ({ children, icon, className, testId }: TagProps) => (
  <PrimeTag className={className} data-testid={testId}>
    {icon}
    {children}
  </PrimeTag>
);

export type Urgency = 'ok' | 'due' | 'late' | 'over';

export interface AgeBadgeProps {
  urgency: Urgency;
  children: ReactNode;
  /** The whole sentence for those who hear it: "waiting for 9 days". */
  label?: string;
  testId?: string;
}

/** Age by fill and shape (○ ◔ ◕ ●) as well as by colour. */
export const AgeBadge = ({ urgency, children, label, testId }: AgeBadgeProps) => (
  <span className={`age age-${urgency}`} data-urgency={urgency} data-testid={testId}>
    {label ? (
      <>
        <bdi aria-hidden>{children}</bdi>
        <span className="sr-only">{label}</span>
      </>
    ) : (
      <bdi>{children}</bdi>
    )}
  </span>
);
