import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { CustodyChain } from './chain.tsx';
import { custodyQuery } from './queries.ts';
import './custody.css';

export interface CustodyPartProps {
  itemId: number;
}

/** The chain of custody of a piece, live: in its detail, and in the answer of the custody page. */
export function CustodyPart({ itemId }: CustodyPartProps) {
  const { t } = useTranslation('custody');
  const options = custodyQuery({ by: 'item', itemId }, null);
  const custody = useQuery(options);
  useLiveRefresh(options.queryKey, [`item:${itemId}`]);
  const view = custody.data?.data;
  if (custody.isPending) return <Skeleton rows={4} height={38} />;
  if (view?.of !== 'item')
    return (
      <ErrorState
        title={t('failed')}
        detail={errorLine(custody.error)}
        onRetry={() => void custody.refetch()}
      />
    );
  return (
    <>
      <CustodyChain chain={view.chain} at={null} />
      <LinkedPieces from={view.linked_from} to={view.linked_to} />
    </>
  );
}

/** The chain goes on, or came from, another number: the reader can follow. */
export function LinkedPieces({ from, to }: { from: number | null; to: number | null }) {
  const { t } = useTranslation('custody');
  if (from === null && to === null) return null;
  return (
    <p className="row wrap small">
      {from !== null && (
        <Link className="link" to={`/readRma?number=${from}`} data-testid="custody-linked-from">
          {t('linkedFrom')}
        </Link>
      )}
      {to !== null && (
        <Link className="link" to={`/readRma?number=${to}`} data-testid="custody-linked-to">
          {t('linkedTo')}
        </Link>
      )}
    </p>
  );
}
