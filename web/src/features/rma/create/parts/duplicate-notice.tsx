import type { DuplicatesView } from '@atelier/domain/rma/duplicates-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '../../../../ui/states.tsx';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
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
  const asked = {
    serial: useTyped(serial.trim()),
    invoice_no: useTyped(invoice.trim()),
    product_sku: useTyped(sku.trim()),
    except_rma_id: useEdited()?.rmaId ?? null,
  };
  const { open = [], elsewhere = false } = useQuery(duplicatesQuery(asked)).data?.data ?? {};
  if (open.length === 0 && !elsewhere) return null;
  return (
    <Banner
      tone="warn"
      title={
        open.length > 0
          ? t('deposit:duplicate.title', { count: open.length })
          : t('deposit:duplicate.elsewhere')
      }
      testId={`items.${index}.duplicate`}
    >
      <Duplicates open={open} />
      {open.length > 0 && elsewhere && <span className="small">{t('deposit:duplicate.elsewhere')}</span>}
    </Banner>
  );
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
