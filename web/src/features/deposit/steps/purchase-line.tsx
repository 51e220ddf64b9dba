import type { InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import type { FormRules } from '../form-issues.ts';
import { WarrantyTag } from './warranty-tag.tsx';
import { useTakeLine } from './use-take-line.ts';

interface PurchaseLineProps {
  line: InvoiceLineView;
  order: OrderView;
  isTaken: boolean;
  /** The repair that this piece is in now; then it cannot be brought. */
  repair: ItemView | undefined;
  rules: FormRules;
}

/** A piece that the client bought: ticked, it is in the deposit. */
export function PurchaseLine({ line, order, isTaken, repair, rules }: PurchaseLineProps) {
  const { t } = useTranslation('steps');
  const format = useStaffFormat();
  const { take, leave } = useTakeLine();
  return (
    <li className="purchase" data-taken={isTaken || undefined}>
      <Checkbox
        label={
          <span className="purchase-words">
            <PieceImage kind={line.kind} src={line.image} size={56} />
            <span className="stack gap-0">
              <bdi className="strong">{line.product_name}</bdi>
              <bdi className="small muted num">
                {[line.sku, line.size, line.serial].filter(Boolean).join(' · ')}
              </bdi>
              <span className="small muted num">
                {format.date(order.purchase_date)} · <bdi>{order.invoice_no}</bdi>
              </span>
            </span>
          </span>
        }
        checked={isTaken}
        disabled={repair !== undefined && !isTaken}
        onChange={(on) => (on ? void take(line, order) : leave(line, order))}
        testId={`purchase-${order.invoice_no}-${line.line_no}`}
      />
      <span className="purchase-end">
        {repair === undefined ? (
          <WarrantyTag
            bought={{
              purchase_date: order.purchase_date,
              extended_warranty: false,
              warranty_override: '',
            }}
            rules={rules}
          />
        ) : (
          <Link className="link small" to={`/readRma?id=${repair.rma_id}&item=${repair.id}`}>
            {t('bring.inRepair', { number: repair.number })}
          </Link>
        )}
      </span>
    </li>
  );
}
