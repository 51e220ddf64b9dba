import { STORAGE_PART_LENGTH } from '@atelier/domain/repair/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { CommandDialog } from '../form/command-dialog.tsx';
import { FormText } from '../form/form-field.tsx';
import { PieceCell } from '../item/piece-cells.tsx';
import './storage-place.css';
import { historyQuery, itemFileQuery, rmaQuery } from '../queries/item.ts';

interface StorageDialogProps {
  items: readonly ItemView[];
  /** Once the pieces have their place, before the window closes. */
  onDone?: () => void;
  onClose: () => void;
}

/** One place for the pieces, several at once: a tray is filled from one package (product/repair.md §19). */
export function StorageDialog({ items: given, onDone, onClose }: StorageDialogProps) {
  const { t } = useTranslation(['pickup', 'terms']);
  // As they were when the window opened: with a place they may leave the list behind it.
  const [items] = useState(given);
  const [first] = items;
  const client = useQueryClient();
  const refresh = () => {
    for (const { id, rma_id: rmaId } of items) {
      void client.invalidateQueries(rmaQuery(rmaId));
      void client.invalidateQueries(historyQuery(id));
      void client.invalidateQueries(itemFileQuery(id));
    }
    onDone?.();
  };
  return (
    <CommandDialog<{ safe: string; tray: string }, '/rma/storage'>
      values={{ safe: first?.storage?.safe ?? '', tray: first?.storage?.tray ?? '' }}
      title={t('pickup:place.title', { count: items.length })}
      size={440}
      testId="storage"
      accept={t('pickup:place.save')}
      sendsOnEnter
      call={(place) => ({
        path: '/rma/storage',
        body: { rma_item_ids: items.map(({ id }) => id), ...place },
      })}
      done={t('pickup:place.saved', { count: items.length })}
      onDone={refresh}
      onClose={onClose}
    >
      {(at) => (
        <>
          <Stack gap={8}>
            {items.map((item) => (
              <PieceCell key={item.id} item={item} />
            ))}
          </Stack>
          <div className="storage-fields grid gap-12">
            <FormText {...at('safe')} label={t('terms:field.safe')} maxLength={STORAGE_PART_LENGTH} />
            <FormText {...at('tray')} label={t('terms:field.tray')} maxLength={STORAGE_PART_LENGTH} />
          </div>
          <p className="small muted">{t('pickup:place.hint')}</p>
        </>
      )}
    </CommandDialog>
  );
}
