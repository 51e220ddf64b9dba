import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { CostTag } from '../../../../shared/scan/cost-tag.tsx';
import { draftOf, findingsBodyOf } from '../../../../shared/scan/findings-state.ts';
import type { FindingsDraft } from '../../../../shared/scan/findings-state.ts';
import { QualityFields } from '../../../../shared/scan/quality-panel.tsx';
import { useDone } from './use-done.ts';
import '../../../../shared/scan/scan.css';

/** `POST /operationAddSav`: findings without a move, with the choices of the two checks (product/repair.md §11). */
export function FindingsDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['decisions', 'common']);
  const done = useDone(item, onClose);
  const [draft, setDraft] = useState<FindingsDraft>(() => draftOf(item));
  const save = useCommand<FindingsDraft>(
    (given) => ({ path: '/operationAddSav', body: { id: item.id, findings: findingsBodyOf(item, given) } }),
    { onSuccess: () => done(t('decisions:findings.done')) },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('decisions:findings.title', { number: item.number })}
      size={620}
      testId="findings-dialog"
      footer={
        <>
          <span className="foot-note">
            <CostTag cause={draft.cause} />
          </span>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            onClick={() => save.mutate(draft)}
            testId="findings-accept"
          >
            {t('decisions:findings.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <QualityFields item={item} draft={draft} isSaved={false} onChange={setDraft} />
      </div>
    </Dialog>
  );
}
