import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { receiptQuery } from '../queries.ts';

const StorageDialog = lazyPart(() => import('../../../shared/storage/storage-dialog.tsx'), 'StorageDialog');

/** What came back with the package and has no place yet: ticked, and put into one tray together (product/repair.md §19). */
export function StorePieces({ receipt, tracking }: { receipt: ReceiptView; tracking: string }) {
  const { t } = useTranslation('pickup');
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const waiting = useUnplaced(receipt);
  const chosen = waiting.filter(({ id }) => !left.has(id));
  if (waiting.length === 0 && !isOpen) return null;
  const toggle = (id: number) => setLeft((before) => before.symmetricDifference(new Set([id])));
  return (
    <Panel title={t('place.unplaced', { count: waiting.length })} padded testId="store-pieces">
      <div className="stack">
        {waiting.map((item) => (
          <Checkbox
            key={item.id}
            label={`${item.number} · ${item.product_name}`}
            checked={!left.has(item.id)}
            onChange={() => toggle(item.id)}
            testId={`store-${item.id}`}
          />
        ))}
        <Button
          variant="primary"
          icon={<Vault size={16} aria-hidden />}
          disabled={chosen.length === 0}
          onClick={() => setOpen(true)}
          testId="store-chosen"
        >
          {t('place.title', { count: chosen.length })}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <StorageDialog
            items={chosen}
            onDone={() => void client.invalidateQueries({ queryKey: receiptQuery(tracking).queryKey })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Pieces back in this shop without a storage place. */
function useUnplaced({ items }: ReceiptView) {
  const { user, site } = useSession().view;
  if (user.user_type !== 'shop' || site === null) return [];
  return items.filter(
    ({ rma_status_id: status, custody, store_id: store, storage }) =>
      status === Status.ShopReceived && custody.site_id === site.id && store === site.id && storage === null,
  );
}
