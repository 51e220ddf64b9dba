import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useTextIn } from '../../../shared/item/reasons.ts';
import { newSubReason, valuesOf } from './sub-reason-form.ts';
import { SubReasonForm } from './sub-reason-form-body.tsx';
import { subReasonQuery, type SubReasonView, type SystemReasonView } from '../queries.ts';

interface SubReasonPanelProps {
  open: number | 'new';
  reason: SystemReasonView;
  others: readonly SubReasonView[];
  onClose: () => void;
}

/** One sub-reason whole, or a new one. */
export function SubReasonPanel({ open, reason, others, onClose }: SubReasonPanelProps) {
  const { t } = useTranslation('subreasons');
  const inWords = useTextIn();
  const [initial] = useState(() => newSubReason(others));
  const title = open === 'new' ? t('newOf', { reason: inWords(reason.names) }) : t('edit');
  return (
    <SidePanel open onClose={onClose} title={title} testId="sub-reason-panel">
      {open === 'new' ? (
        <SubReasonForm reasonId={reason.id} initial={initial} onDone={onClose} onReadAgain={onClose} />
      ) : (
        <Saved id={open} reasonId={reason.id} onClose={onClose} />
      )}
    </SidePanel>
  );
}

interface SavedProps {
  id: number;
  reasonId: number;
  onClose: () => void;
}

function Saved({ id, reasonId, onClose }: SavedProps) {
  const { t } = useTranslation('subreasons');
  const client = useQueryClient();
  const query = useQuery(subReasonQuery(id));
  const [round, setRound] = useState(0);
  const readAgain = async (): Promise<void> => {
    await client.fetchQuery(subReasonQuery(id));
    setRound(round + 1);
  };
  return (
    <QueryView query={query} skeleton={{ rows: 6, height: 40, gap: 16 }} failed={t('failedOne')}>
      {({ data }) => (
        <SubReasonForm
          key={round}
          reasonId={reasonId}
          saved={data}
          initial={valuesOf(data)}
          onDone={onClose}
          onReadAgain={() => void readAgain()}
        />
      )}
    </QueryView>
  );
}
