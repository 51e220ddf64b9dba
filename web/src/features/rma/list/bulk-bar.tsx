import { ArrowRight, Ban, Package, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';
import { useRows } from '../../../live/rows.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { LazyPrint } from '../../../shared/documents/lazy-print.tsx';
import { ExportButton } from '../../../shared/exports/export-button.tsx';
import { atCounter, bulkTargets } from './bulk-moves.ts';
import type { Selection } from './use-selection.ts';

// A window that few open does not weigh on the list.
const BulkDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./bulk-dialog.tsx'))).BulkDialog,
}));

/** What can be done with the selected pieces, as far as the person's permissions go; each row answers for itself. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  const navigate = useNavigate();
  const { user, allPermission } = useSession().view;
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const { ids, clear } = selection;
  const rows = useRows('item', ids);
  const isShop = user.user_type === 'shop';
  const atShop = isShop ? atCounter(rows) : [];
  const mayPack = atShop.length > 0 && allPermission.includes('view prepare package page');
  const mayCancel = atShop.length > 0 && allPermission.includes('cancel or edit rma');
  const mayMove = bulkTargets(rows, allPermission).length > 0;
  if (rows.length === 0 && open === null) return null;
  return (
    <section className="bulk-bar" aria-label={t('bulk.bar')} data-testid="bulk-bar">
      <span className="strong" role="status">
        {t('bulk.selected', { count: rows.length, total: number(rows.length) })}
      </span>
      <span className="small muted bulk-hint">{t('bulk.hint')}</span>
      <span className="push row wrap">
        {mayMove && (
          <Button
            variant="primary"
            icon={<ArrowRight size={16} className="flip" aria-hidden />}
            onClick={() => setOpen('move')}
            testId="bulk-move"
          >
            {t('bulk.move')}
          </Button>
        )}
        {mayPack && (
          <Button
            variant="primary"
            icon={<Package size={16} aria-hidden />}
            onClick={() => void navigate(`/preparePackage?item=${atShop.map(({ id }) => id).join(',')}`)}
            testId="bulk-pack"
          >
            {t('bulk.pack')}
          </Button>
        )}
        <LazyPrint subject={{ kind: 'items', itemIds: ids }} />
        {mayCancel && (
          <Button icon={<Ban size={16} aria-hidden />} onClick={() => setOpen('cancel')} testId="bulk-cancel">
            {t('bulk.cancel')}
          </Button>
        )}
        <ExportButton source={{ kind: 'items', ids: ids }} />
        <Button variant="quiet" icon={<X size={16} aria-hidden />} onClick={clear} testId="bulk-clear">
          {t('bulk.clear')}
        </Button>
      </span>
      {open !== null && (
        <Suspense fallback={null}>
          <BulkDialog kind={open} selected={rows} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}
