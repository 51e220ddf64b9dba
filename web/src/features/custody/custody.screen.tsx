import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { codeText } from '@atelier/domain/contract/codes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { ItemPanel } from '../../shared/item/item-panel.tsx';
import { Answer } from './answer.tsx';
import { AskPanel } from './ask-panel.tsx';
import { custodyQuery, type CustodySubject } from '../../shared/custody/queries.ts';
import { subjectOf, useCustodyState, type CustodyState } from './use-custody-state.ts';
import '../../shared/custody/custody.css';

/** `/custody`: who holds a piece, what a site or a package holds; now, live, or at a past moment. */
export function Screen() {
  const { t } = useTranslation(['custody', 'piece']);
  const [state, change] = useCustodyState();
  const { site } = useSession().view;
  // Scanned: a piece's label reads as a piece, anything else as a package.
  useWedge({
    onScan: (code) =>
      change({
        by: typeof parseScannedCode(code)?.number === 'string' ? 'item' : 'package',
        q: codeText(code),
      }),
  });
  const subject = subjectOf(state, site?.id ?? null);
  return (
    <div className="custody-page grid gap-18 packed fills" data-testid="custody-page">
      <AskPanel state={state} change={change} ownSite={site} />
      {subject === null && (
        <EmptyState title={t('start')} icon={<ScanSearch aria-hidden />} testId="custody-start">
          {t('startBody')}
        </EmptyState>
      )}
      {subject === 'unreadable' && <EmptyState title={t('unreadable')} testId="custody-unreadable" />}
      {subject !== null && subject !== 'unreadable' && (
        <Asked subject={subject} state={state} change={change} />
      )}
      <ItemPanel
        open={state.rma === null ? null : { rmaId: state.rma, itemId: state.item }}
        onOpen={({ rmaId, itemId }) => change({ rma: rmaId, item: itemId })}
        onClose={() => change({ rma: null, item: null })}
      />
    </div>
  );
}

interface AskedProps {
  subject: CustodySubject;
  state: CustodyState;
  change: (part: Partial<CustodyState>) => void;
}

function Asked({ subject, state, change }: AskedProps) {
  const { t } = useTranslation('custody');
  const options = custodyQuery(subject, state.at, state.page);
  const asked = useQuery({ ...options, placeholderData: keepPreviousData });
  const view = asked.data?.data;
  // The past does not change; the present updates live.
  useLiveRefresh(options.queryKey, state.at === null ? topicsOf(subject, view) : []);
  if (asked.isPending) return <Skeleton rows={8} height={44} />;
  if (asked.isError || view === undefined) return <Failed error={asked.error} onRetry={asked.refetch} />;
  return (
    <div
      aria-busy={asked.isFetching || undefined}
      className={asked.isPlaceholderData ? 'waiting' : undefined}
    >
      <Answer view={view} total={asked.data?.total ?? 0} state={state} change={change} />
      {state.at === null && <p className="small faint custody-live">{t('live')}</p>}
    </div>
  );
}

type Answered = Parameters<typeof Answer>[0]['view'] | undefined;

function topicsOf(subject: CustodySubject, view: Answered): readonly string[] {
  switch (subject.by) {
    case 'item':
      return [`item:${subject.itemId}`];
    case 'site':
      return view?.of === 'site' && view.site.kind === 'shop'
        ? [`store:${subject.siteId}`]
        : [`site:${subject.siteId}`];
    case 'package':
      return view?.of === 'shipment' ? [`shipment:${view.shipment.id}`] : [];
  }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('custody');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t('notFound')} testId="custody-not-found">
        {t('notFoundBody')}
      </EmptyState>
    );
  }
  const isFuture = error instanceof ApiError && error.code === 'moment_in_future';
  return (
    <ErrorState
      title={isFuture ? t('future') : t('failed')}
      detail={isFuture ? '' : errorLine(error)}
      onRetry={() => void onRetry()}
    />
  );
}
