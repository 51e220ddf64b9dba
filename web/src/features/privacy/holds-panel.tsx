import { DECIDES, PRIVACY_NOTE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { ListRow, PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useHolds, type LegalHoldView, PRIVACY } from './queries.ts';

/** Legal holds in force; released with a reason by who decides on erasures. */
export function HoldsPanel() {
  const { t } = useTranslation('privacy');
  const query = useHolds();
  const [released, setReleased] = useState<LegalHoldView | null>(null);
  return (
    <Panel title={t('holds.title')} testId="privacy-holds">
      <PagedTable
        query={query}
        skeleton={{ rows: 2, height: 52, gap: 14 }}
        failed={t('holds.failed')}
        empty={<EmptyState title={t('holds.empty')} />}
      >
        {(hold) => <HoldRow key={hold.id} hold={hold} onRelease={() => setReleased(hold)} />}
      </PagedTable>
      {released !== null && <ReleaseDialog hold={released} onClose={() => setReleased(null)} />}
    </Panel>
  );
}

function HoldRow({ hold, onRelease }: { hold: LegalHoldView; onRelease: () => void }) {
  const { t } = useTranslation('privacy');
  const { date } = useStaffFormat();
  const mayRelease = usePermission(DECIDES);
  return (
    <ListRow className="privacy-row" version={hold.version} testId={`legal-hold-${hold.id}`}>
      <div className="words">
        <span className="strong">{t(`holdReason.${hold.reason}`)}</span>
        {hold.reference !== null && <bdi className="small muted">{hold.reference}</bdi>}
      </div>
      <div className="words">
        <bdi className="num">{hold.deposits.join(', ')}</bdi>
        <span className="small muted">
          {t('holds.by', { name: hold.placed_by.name, date: date(hold.placed_at) })}
        </span>
      </div>
      {mayRelease && (
        <Button variant="quiet" onClick={onRelease} testId={`release-${hold.id}`}>
          {t('holds.release')}
        </Button>
      )}
    </ListRow>
  );
}

function ReleaseDialog({ hold, onClose }: { hold: LegalHoldView; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  return (
    <ReasonDialog
      title={t('holds.releaseTitle')}
      body={<bdi className="num">{hold.deposits.join(', ')}</bdi>}
      accept={t('holds.release')}
      maxLength={PRIVACY_NOTE_LENGTH}
      call={(note) => ({ path: '/privacy/hold/release', body: { hold_id: hold.id, note } })}
      done={t('holds.released')}
      refreshes={PRIVACY}
      onClose={onClose}
      testId="release"
    />
  );
}
