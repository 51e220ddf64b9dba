import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { REPLACEMENT_LENGTH } from '@atelier/domain/repair/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { CHECK_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { CommandRequest } from '../../../lib/api/client.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { FormArea, FormRadio, FormText } from '../../../shared/form/form-field.tsx';
import { productQuery } from '../../../shared/queries/reference.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

/** From here a replaced piece may go home at once (product/repair.md §3). */
const MAY_GO_HOME: readonly number[] = [...CHECK_STATUSES, Status.FinalQCProcess];
const PLAUSIBLE_SKU = 3;

interface Replacement {
  sku: string;
  serial: string;
  reason: string;
  next: 'finish' | 'goOn';
}

/** The new piece's SKU and serial number; the old one stays with the factory (product/repair.md §6). */
export function ReplaceDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation('decisions');
  const refresh = useRefreshItem(item);
  const mayFinish = usePermission('repaired') && MAY_GO_HOME.includes(item.rma_status_id);
  const form = useForm<Replacement>({
    defaultValues: { sku: item.product_sku, serial: '', reason: '', next: mayFinish ? 'finish' : 'goOn' },
  });
  const product = useProduct(form.watch('sku'));
  const code = { dir: 'ltr', spellCheck: false } as const;
  return (
    <CommandDialog
      form={form}
      title={t('replace.title', { number: item.number })}
      size={480}
      testId="replace"
      accept={t('replace.yes')}
      call={(given) => (product.isUnknown ? null : requestOf(item.id, given))}
      done={t('replace.done', { number: item.number })}
      onDone={refresh}
      onClose={onClose}
    >
      <p>{t('replace.body')}</p>
      <FormText
        {...code}
        form={form}
        name="sku"
        label={t('replace.sku')}
        required={t('replace.skuUnknown')}
        issue={product.isUnknown ? t('replace.skuUnknown') : undefined}
        maxLength={REPLACEMENT_LENGTH.sku}
        hint={product.name !== undefined && <bdi data-testid="replace-name">{product.name}</bdi>}
        testId="replace-sku"
      />
      <FormText
        {...code}
        form={form}
        name="serial"
        label={t('replace.serial')}
        required={t('replace.required')}
        maxLength={REPLACEMENT_LENGTH.serialNumber}
        testId="replace-serial"
      />
      <FormArea
        form={form}
        name="reason"
        label={t('terms:field.reason')}
        maxLength={TEXT_LENGTH.reason}
        rows={2}
        testId="replace-reason"
      />
      {mayFinish && (
        <FormRadio
          form={form}
          name="next"
          label={t('replace.then')}
          options={(['finish', 'goOn'] as const).map((value) => ({
            value,
            label: t(`replace.${value}`),
            testId: `replace-${value}`,
          }))}
        />
      )}
    </CommandDialog>
  );
}

/** Straight to 13 the piece and the move are one command; on its way through the workshop only the piece changes. */
function requestOf(
  id: number,
  { sku, serial, reason, next }: Replacement,
): CommandRequest<'POST', '/rma/replace'> | CommandRequest<'PUT', '/rmastatus'> {
  const piece = { sku, serial_number: serial };
  if (next === 'goOn') return { path: '/rma/replace', body: { rma_item_id: id, ...piece, reason } };
  const move = { id, rma_status_id: Status.RepairDone, outcome: 'replaced', replacement: piece };
  return {
    method: 'PUT',
    path: '/rmastatus',
    body: { ...move, ...(reason !== '' && { reason }) },
  };
}

/** What the catalogue calls this SKU; unknown only once the server has said so. */
function useProduct(typed: string): { name: string | undefined; isUnknown: boolean } {
  const sku = capitalCode(typed);
  const query = useQuery({
    ...productQuery(sku),
    enabled: sku.length >= PLAUSIBLE_SKU,
  });
  const isUnknown = query.error instanceof ApiError && query.error.kind === 'refused';
  return { name: query.data?.data.name, isUnknown };
}
