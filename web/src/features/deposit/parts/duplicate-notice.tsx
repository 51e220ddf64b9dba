import { codeKey, isSameCode } from '@atelier/domain/contract/codes.ts';
import type { DuplicatesView } from '@atelier/contracts/deposit/duplicates-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { duplicatesQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { useEdited } from '../edited.ts';
import { useTyped } from '../use-typed.ts';

/** The same piece may be here already (same serial or invoice line, still open): said, never forbidden (product/deposit.md §8). */
export function DuplicateNotice({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const [serial, invoice, sku] = useWatch({
    control,
    name: [`items.${index}.serial_number`, `items.${index}.invoice_number`, `items.${index}.product_sku`],
  });
  const twin = useTwin(index, serial);
  const asked = {
    serial: useTyped(serial.trim()),
    invoice_no: useTyped(invoice.trim()),
    product_sku: useTyped(sku.trim()),
    except_rma_id: useEdited()?.rmaId ?? null,
  };
  const { open = [], elsewhere = false } = useQuery(duplicatesQuery(asked)).data?.data ?? {};
  const titleOf = (): string => {
    if (open.length > 0) return t('deposit:duplicate.title', { count: open.length });
    return twin === null ? t('deposit:duplicate.elsewhere') : t('deposit:duplicate.twin', { place: twin });
  };
  if (open.length === 0 && !elsewhere && twin === null) return null;
  return (
    <Banner tone="warn" title={titleOf()} testId={`items.${index}.duplicate`}>
      <Duplicates open={open} />
      {twin !== null && open.length > 0 && (
        <span className="small">{t('deposit:duplicate.twin', { place: twin })}</span>
      )}
      {open.length > 0 && elsewhere && <span className="small">{t('deposit:duplicate.elsewhere')}</span>}
    </Banner>
  );
}

/** The place of another piece of this deposit with the same serial, counted from 1; null without one. */
function useTwin(index: number, serial: string): number | null {
  const { control } = useFormContext<RmaValues>();
  const items = useWatch({ control, name: 'items' });
  if (codeKey(serial) === '') return null;
  const place = items.findIndex((one, at) => at !== index && isSameCode(one.serial_number, serial));
  return place === -1 ? null : place + 1;
}

function Duplicates({ open }: { open: DuplicatesView['open'] }) {
  const { t } = useTranslation(['rma', 'status', 'deposit']);
  const format = useStaffFormat();
  return (
    <ul className="duplicates">
      {open.map((one) => (
        <li key={one.rma_item_id} className="row wrap small">
          {/* A new window: what is typed here stays. */}
          <Link
            to={`/readRma?id=${one.rma_id}&item=${one.rma_item_id}`}
            target="_blank"
            className="link"
            data-testid="duplicate-link"
          >
            <bdi className="num">{one.number}</bdi>
          </Link>
          <span>{t(`status:name.${one.rma_status_id}`)}</span>
          <span className="muted">{format.date(one.receive_item_date)}</span>
          <span className="muted">{t(`deposit:duplicate.${one.because}`)}</span>
        </li>
      ))}
    </ul>
  );
}
