import { REPLACEMENT_LENGTH } from '@atelier/domain/repair/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ProductView } from '@atelier/domain/reference/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../../ui/text-field.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { read } from '../../../../lib/api/client.ts';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { usePermission } from '../../../../lib/session/use-session.ts';
import { useDone } from './use-done.ts';
import { CHECK_STATUSES, Status } from '@atelier/domain/shared/status.ts';

/** From here a replaced piece may go home at once (product/repair.md §3). */
const MAY_GO_HOME: readonly number[] = [...CHECK_STATUSES, Status.FinalQCProcess];
const PLAUSIBLE_SKU = 3;

interface Replacement {
  sku: string;
  serial: string;
  reason: string;
  isFinished: boolean;
}

/** The new piece's SKU and serial number; the old one stays with the factory (product/repair.md §6). */
export function ReplaceDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['decisions', 'common']);
  const done = useDone(item, onClose);
  const mayFinish = usePermission('repaired') && MAY_GO_HOME.includes(item.rma_status_id);
  const [given, setGiven] = useState<Replacement>({
    sku: item.product_sku,
    serial: '',
    reason: '',
    isFinished: mayFinish,
  });
  const [isTried, setTried] = useState(false);
  const product = useProduct(given.sku);
  const replace = useCommand<Replacement>((asked) => requestOf(item.id, asked), {
    onSuccess: () => done(t('decisions:replace.done', { number: item.number })),
  });
  const change = (next: Partial<Replacement>) => setGiven((before) => ({ ...before, ...next }));
  const isSkuWrong = product.isUnknown || (isTried && given.sku.trim() === '');
  const isSerialWrong = isTried && given.serial.trim() === '';
  const submit = () => {
    setTried(true);
    if (given.sku.trim() !== '' && given.serial.trim() !== '' && !product.isUnknown) replace.mutate(given);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('decisions:replace.title', { number: item.number })}
      size={480}
      testId="replace-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={replace.isPending} onClick={submit} testId="replace-accept">
            {t('decisions:replace.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('decisions:replace.body')}</p>
        <TextField
          label={t('decisions:replace.sku')}
          required
          value={given.sku}
          maxLength={REPLACEMENT_LENGTH.sku}
          dir="ltr"
          spellCheck={false}
          onChange={(event) => change({ sku: event.target.value })}
          hint={product.name !== undefined && <bdi data-testid="replace-name">{product.name}</bdi>}
          error={isSkuWrong ? t('decisions:replace.skuUnknown') : undefined}
          testId="replace-sku"
        />
        <TextField
          label={t('decisions:replace.serial')}
          required
          value={given.serial}
          maxLength={REPLACEMENT_LENGTH.serialNumber}
          dir="ltr"
          spellCheck={false}
          onChange={(event) => change({ serial: event.target.value })}
          error={isSerialWrong ? t('decisions:replace.required') : undefined}
          testId="replace-serial"
        />
        <TextArea
          label={t('terms:field.reason')}
          value={given.reason}
          maxLength={TEXT_LENGTH.reason}
          rows={2}
          onChange={(event) => change({ reason: event.target.value })}
          testId="replace-reason"
        />
        {mayFinish && (
          <RadioGroup
            label={t('decisions:replace.then')}
            value={given.isFinished ? 'finish' : 'goOn'}
            options={(['finish', 'goOn'] as const).map((value) => ({
              value,
              label: t(`decisions:replace.${value}`),
              testId: `replace-${value}`,
            }))}
            onChange={(value) => change({ isFinished: value === 'finish' })}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Straight to 13 the piece and the move are one command; on its way through the workshop only the piece changes. */
function requestOf(id: number, { sku, serial, reason, isFinished }: Replacement) {
  const piece = { sku: sku.trim(), serial_number: serial.trim() };
  const why = reason.trim();
  if (!isFinished) return { path: '/rma/replace', body: { rma_item_id: id, ...piece, reason: why } };
  const move = { id, rma_status_id: Status.RepairDone, outcome: 'replaced', replacement: piece };
  return {
    method: 'PUT' as const,
    path: '/rmastatus',
    body: { ...move, ...(why !== '' && { reason: why }) },
  };
}

/** What the catalogue calls this SKU; unknown only once the server has said so. */
function useProduct(typed: string): { name: string | undefined; isUnknown: boolean } {
  const sku = typed.trim().toUpperCase();
  const query = useQuery({
    queryKey: ['reference', 'product', sku],
    queryFn: ({ signal }) => read<ProductView>('/getwsproduct', { sku }, { signal }),
    enabled: sku.length >= PLAUSIBLE_SKU,
    staleTime: 3_600_000,
    retry: false,
  });
  const isUnknown = query.error instanceof ApiError && query.error.kind === 'refused';
  return { name: query.data?.data.name, isUnknown };
}
