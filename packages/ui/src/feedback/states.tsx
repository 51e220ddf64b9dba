import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react';
import { Skeleton as PrimeSkeleton } from 'primereact/skeleton';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';

const SKELETON_AFTER_MS = 150;

/** True once a wait has lasted long enough to be worth drawing. */
export function useDelayed(ms = SKELETON_AFTER_MS): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return shown;
}

export interface SkeletonProps {
  /** Rows drawn, in the final geometry. */
  rows?: number;
  /** Height of one row in px. */
  height?: number;
  gap?: number;
}

/** Grey bars in the final geometry; nothing at all during the first 150 ms. */
export function Skeleton({ rows = 1, height = 18, gap = 10 }: SkeletonProps) {
  const shown = useDelayed();
  const { t } = useTranslation('common');
  return (
    <div className="stack" style={{ gap, visibility: shown ? 'visible' : 'hidden' }} aria-busy="true">
      {shown && (
        <span className="sr-only" role="status">
          {t('loading')}
        </span>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <PrimeSkeleton
          key={row}
          height={`${height}px`}
          width={rows > 2 && row % 3 === 2 ? '78%' : '100%'}
          animation="none"
        />
      ))}
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  testId?: string;
}

/** Nothing here, and what to do about it. */
export const EmptyState = ({ title, children, icon, action, testId }: EmptyStateProps) => (
  <div className="state" data-testid={testId ?? 'empty-state'}>
    {icon}
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action && <div className="row wrap">{action}</div>}
  </div>
);

export interface ErrorStateProps {
  /** What failed, in the user's words. */
  title: string;
  detail?: ReactNode;
  /** What was kept: "Your entries are still here." */
  kept?: ReactNode;
  onRetry?: (() => void) | undefined;
  busy?: boolean;
  testId?: string;
}

/** Says what failed, what was kept, and offers to try again. */
export function ErrorState({ title, detail, kept, onRetry, busy, testId }: ErrorStateProps) {
  const { t } = useTranslation('common');
  return (
    <div className="state" role="alert" data-testid={testId ?? 'error-state'}>
      <CircleAlert aria-hidden />
      <h2>{title}</h2>
      {detail && <p>{detail}</p>}
      {kept && <p className="small">{kept}</p>}
      {onRetry && (
        <div className="row">
          <Button icon={<RotateCw aria-hidden />} onClick={onRetry} {...(busy && { busy })} testId="retry">
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

export interface BannerProps {
  tone?: 'info' | 'warn' | 'error' | 'good';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  testId?: string;
}

const BANNER_ICONS = { info: Info, warn: TriangleAlert, error: CircleAlert, good: CircleCheck } as const;

/** A message that belongs to the place where it stands and stays there. */
export function Banner({ tone = 'info', title, children, action, testId }: BannerProps) {
  const Icon = BANNER_ICONS[tone];
  return (
    <div
      className={`banner banner-${tone}`}
      role={tone === 'error' ? 'alert' : 'status'}
      data-testid={testId}
    >
      <Icon aria-hidden />
      <div>
        {title && <div className="strong">{title}</div>}
        {children}
      </div>
      {action}
    </div>
  );
}
