import type { CustomerView, InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ordersQuery } from '../queries.ts';
import { customerName } from '../prefill.ts';
import { useTakeLine } from '../steps/use-take-line.ts';
import { RecordSearch, isCutOff, useSearchBox } from './record-search.tsx';

/** Finds what was sold by order, invoice, SKU, serial or certificate, and fills in the piece, its order and its buyer. */
export function OrderSearch({ onBuyer }: { onBuyer: (buyer: CustomerView | null) => void }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const box = useSearchBox();
  const { data, isError } = useQuery(ordersQuery(box.keyword));
  const { take } = useTakeLine();
  const choose = (line: InvoiceLineView, order: OrderView) => {
    if (take(line, order)) onBuyer(order.customer);
  };
  // One chooses a piece, and its order comes with it.
  const hits = data?.data.flatMap((order) =>
    order.lines.map((line) => ({
      key: `${order.invoice_no}-${line.line_no}`,
      words: <SoldWords line={line} order={order} />,
      choose: () => choose(line, order),
    })),
  );
  return (
    <RecordSearch
      label={t('deposit:orderSearch.label')}
      hint={t('deposit:orderSearch.hint')}
      box={box}
      hits={hits}
      isPartial={isCutOff(data?.data)}
      isUnfinished={data?.partial === true}
      isError={isError}
      testId="order-search"
    />
  );
}

function SoldWords({ line, order }: { line: InvoiceLineView; order: OrderView }) {
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
