import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '../../../../components/ui/states.tsx';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { duplicatesQuery } from '../form-queries.ts';
import type { RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';

/** The same piece may be here already (same serial or invoice line, still open): said, never forbidden (product.md §8). */
export function DuplicateNotice({ index }: { index: number }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { control } = useFormContext<RmaValues>();
  const [serial, invoice, sku] = useWatch({
    control,
    name: [`items.${index}.serial_number`, `items.${index}.invoice_number`, `items.${index}.product_sku`],
  });
  const asked = {
    serial: useTyped(serial.trim()),
    invoice_no: useTyped(invoice.trim()),
    product_sku: useTyped(sku.trim().toUpperCase()),
  };
  const found = useQuery(duplicatesQuery(asked)).data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Banner
      tone="warn"
      title={t('create.duplicate.title', { count: found.length })}
      testId={`items.${index}.duplicate`}
    >
      <ul className="duplicates">
        {found.map((one) => (
          <li key={one.id}>
            {/* A new window: what is typed here stays. */}
            <Link to={`/readRma?id=${one.rma_id}&item=${one.id}`} target="_blank" className="link">
              <bdi className="num">{one.number}</bdi>
            </Link>{' '}
            <span className="small">{format.date(one.created_at)}</span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
