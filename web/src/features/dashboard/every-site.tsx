import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../shared/item/minute-clock.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { boardTotal } from './board/board-state.ts';
import { useBoard } from './board/stage-board.tsx';

const Headline = lazyPart(() => import('../insight/headline.panel.tsx'), 'Headline');

/** Administrators and auditors stand nowhere: every factory's board at a glance, and how repairs go (product/insight.md §1). */
export function EverySite() {
  const { t } = useTranslation('dashboard');
  const sites = useQuery(sitesQuery()).data?.data;
  const maySeeFigures = usePermission('operation dashboard');
  const withBoards = (sites ?? []).filter(({ kind }) => kind !== 'shop');
  return (
    <div className="stack gap-14">
      <nav className="site-boards grid" aria-label={t('board.sites')} data-testid="site-boards">
        {sites === undefined && <Skeleton rows={1} height={78} />}
        {withBoards.map(({ id, name }) => (
          <SiteBoard key={id} id={id} name={name} />
        ))}
      </nav>
      {maySeeFigures && (
        <Suspense fallback={<Skeleton rows={1} height={420} />}>
          <Headline />
        </Suspense>
      )}
    </div>
  );
}

/** One site's work, live; a press opens its board. */
function SiteBoard({ id, name }: { id: number; name: string }) {
  const { number } = useStaffFormat();
  const [params] = useSearchParams();
  const columns = useBoard(id).data?.data.columns;
  const to = new URLSearchParams(params);
  to.set('site', String(id));
  return (
    <Link
      className="site-board grid gap-1 rounded on-surface"
      to={{ search: `?${to}` }}
      data-testid={`site-${id}`}
    >
      <span className="muted clip">{name}</span>
      {columns === undefined ? (
        <Skeleton rows={1} height={36} />
      ) : (
        <>
          <b className="num">{number(boardTotal(columns, new Map()).pieces)}</b>
          <SiteFacts columns={columns} />
        </>
      )}
    </Link>
  );
}

/** How long the oldest has stood at its stage, and how many stages hold more than they should. */
function SiteFacts({ columns }: { columns: readonly BoardColumn[] }) {
  const { t } = useTranslation('dashboard');
  const { age, number } = useStaffFormat();
  useAgeClock();
  const entered = columns.flatMap(({ oldest_entered_at: at }) => (at === null ? [] : [Date.parse(at)]));
  const late = columns.reduce((sum, column) => sum + (column.late ?? 0), 0);
  const over = columns.filter(({ count, wip_limit: limit }) => limit !== null && count > limit).length;
  return (
    <span className="small muted num">
      {entered.length > 0 && t('board.oldest', { age: age(screenNow() - Math.min(...entered)) })}
      {late > 0 && (
        <span className="site-over bold nowrap" data-testid="site-late">
          <span aria-hidden>◕ </span>
          {t('board.late', { count: late, formatted: number(late) })}
        </span>
      )}
      {over > 0 && (
        <span className="site-over bold nowrap">
          <span aria-hidden>◕ </span>
          {t('board.stagesOver', { count: over, formatted: number(over) })}
        </span>
      )}
    </span>
  );
}
