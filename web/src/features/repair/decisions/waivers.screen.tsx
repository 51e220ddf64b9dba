import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import { Stamp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useWaivers } from '../../../shared/queries/waivers.ts';
import { useToldOfOthers } from './use-decided.ts';
import { WaiverCard } from './waiver-card.tsx';
import { ApproveDialog, RejectWaiverDialog } from './waiver-dialogs.tsx';
import '../../../shared/decisions/decisions.css';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

interface Asked {
  waiver: WaiverView;
  decision: 'approve' | 'reject';
}

/** `/waivers`: the waived fees under review, each decided beside its piece (product/repair.md §13). */
export function Screen() {
  const { t } = useTranslation('decisions');
  const query = useWaivers({ isWanted: true, isWatched: true });
  const markOwn = useToldOfOthers(query.data?.data);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <QueryView query={query} skeleton={{ rows: 3, height: 168, gap: 18 }} failed={t('waivers.failed')}>
      {({ data: lines }) => (
        <div className="waivers" data-testid="waivers" aria-busy={query.isFetching || undefined}>
          {lines.length === 0 && (
            <EmptyState title={t('waivers.empty')} icon={<Stamp aria-hidden />} testId="waivers-empty">
              {t('waivers.emptyBody')}
            </EmptyState>
          )}
          {lines.map((waiver) => (
            <WaiverCard
              key={waiver.item.id}
              waiver={waiver}
              onApprove={() => setAsked({ waiver, decision: 'approve' })}
              onReject={() => setAsked({ waiver, decision: 'reject' })}
            />
          ))}
          {asked?.decision === 'approve' && (
            <ApproveDialog waiver={asked.waiver} onDecide={markOwn} onClose={close} />
          )}
          {asked?.decision === 'reject' && (
            <RejectWaiverDialog waiver={asked.waiver} onDecide={markOwn} onClose={close} />
          )}
        </div>
      )}
    </QueryView>
  );
}
