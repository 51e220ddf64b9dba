import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { ArrowRight, Ban, Hand, Package, Vault, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useRows } from '../../live/rows.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';
import { ExportButton } from '../../shared/exports/export-button.tsx';
import { isOfClient, readyAt } from '../../shared/handover/handover-rules.ts';
import { atCounter, bulkTargets } from './bulk-moves.ts';
import type { Selection } from './use-selection.ts';

// A window that few open does not weigh on the list.
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');

const StorageDialog = lazyPart(() => import('../../shared/storage/storage-dialog.tsx'), 'StorageDialog');

const HandoverDialog = lazyPart(() => import('../../shared/handover/handover-dialog.tsx'), 'HandoverDialog');

/** What can be done with the selected pieces, as far as the person's permissions go; each row answers for itself. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation(['search', 'pickup']);
  const { number } = useStaffFormat();
  const navigate = useNavigate();
  const { user, site, allPermission } = useSession().view;
  const [open, setOpen] = useState<'move' | 'cancel' | 'store' | null>(null);
  // As they lay there when the window opened: handed over, they leave the list.
  const [handing, setHanding] = useState<readonly ItemView[]>([]);
  const { ids, clear } = selection;
  const rows = useRows('item', ids);
  const isShop = user.user_type === 'shop';
  const atShop = isShop ? atCounter(rows) : [];
  const mayPack = atShop.length > 0 && allPermission.includes('view prepare package page');
  const mayCancel = atShop.length > 0 && allPermission.includes('cancel or edit rma');
  const mayMove = bulkTargets(rows, allPermission).length > 0;
  const given = isShop && allPermission.includes('shop handover') ? toHandOver(rows, site?.id ?? 0) : [];
  const mayStore =
    isShop &&
    allPermission.includes('shop handover') &&
    rows.length > 0 &&
    readyAt(site?.id ?? 0, rows).length === rows.length;
  const [first] = handing;
  if (rows.length === 0 && open === null && first === undefined) return null;
  return (
    <section
      className="bulk-bar flex wrap middle pad-10"
      aria-label={t('search:bulk.bar')}
      data-testid="bulk-bar"
    >
      <span className="strong" role="status">
        {t('search:bulk.selected', { count: rows.length, total: number(rows.length) })}
      </span>
      <span className="small muted bulk-hint">{t('search:bulk.hint')}</span>
      <span className="push row wrap">
        {mayMove && (
          <Button
            variant="primary"
            icon={<ArrowRight size={16} className="flip" aria-hidden />}
            onClick={() => setOpen('move')}
            testId="bulk-move"
          >
            {t('search:bulk.move')}
          </Button>
        )}
        {given.length > 0 && (
          <Button
            variant="primary"
            icon={<Hand size={16} aria-hidden />}
            onClick={() => setHanding(given)}
            testId="bulk-handover"
          >
            {t('pickup:handOver', { count: given.length })}
          </Button>
        )}
        {mayStore && (
          <Button icon={<Vault size={16} aria-hidden />} onClick={() => setOpen('store')} testId="bulk-store">
            {t('pickup:place.title', { count: rows.length })}
          </Button>
        )}
        {mayPack && (
          <Button
            variant="primary"
            icon={<Package size={16} aria-hidden />}
            onClick={() => void navigate(`/preparePackage?item=${atShop.map(({ id }) => id).join(',')}`)}
            testId="bulk-pack"
          >
            {t('search:bulk.pack')}
          </Button>
        )}
        <LazyPrint subject={{ kind: 'items', itemIds: ids }} />
        {mayCancel && (
          <Button icon={<Ban size={16} aria-hidden />} onClick={() => setOpen('cancel')} testId="bulk-cancel">
            {t('search:bulk.cancel')}
          </Button>
        )}
        <ExportButton source={{ kind: 'items', ids: ids }} />
        <Button variant="quiet" icon={<X size={16} aria-hidden />} onClick={clear} testId="bulk-clear">
          {t('search:bulk.clear')}
        </Button>
      </span>
      {first !== undefined && (
        <Suspense fallback={null}>
          <HandoverDialog
            item={first}
            chosen={new Set(handing.map(({ id }) => id))}
            onClose={() => setHanding([])}
          />
        </Suspense>
      )}
      {open === 'store' && (
        <Suspense fallback={null}>
          <StorageDialog items={rows} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {(open === 'move' || open === 'cancel') && (
        <Suspense fallback={null}>
          <BulkDialog kind={open} selected={rows} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** The selected pieces where all of them lie ready at this counter and belong to one client; else none. */
function toHandOver(rows: readonly ItemView[], siteId: number): readonly ItemView[] {
  const [first] = rows;
  if (first === undefined || !rows.every((row) => isOfClient(first, row))) return [];
  const ready = readyAt(siteId, rows);
  return ready.length === rows.length ? ready : [];
}
