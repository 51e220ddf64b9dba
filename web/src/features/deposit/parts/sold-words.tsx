import type { InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { customerName } from '../prefill.ts';

/** A sold piece among the hits of the search: what it is, its invoice, and who bought it. */
export function SoldWords({ line, order }: { line: InvoiceLineView; order: OrderView }) {
  const format = useStaffFormat();
  return (
    <span className="row">
      <PieceImage kind={line.kind} src={line.image} size={34} />
      <span className="stack gap-0">
        <span className="clip">
          <bdi className="strong">{line.product_name}</bdi>{' '}
          <bdi className="small muted">{[line.sku, line.size, line.serial].filter(Boolean).join(' · ')}</bdi>
        </span>
        <span className="small muted clip">
          <bdi>{order.invoice_no}</bdi> · {format.date(order.purchase_date)}
          {order.customer !== null && (
            <>
              {' · '}
              <bdi>{customerName(order.customer)}</bdi>
            </>
          )}
        </span>
      </span>
    </span>
  );
}
