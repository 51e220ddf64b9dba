import type { InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';

interface ClientOrdersProps {
  customerId: number;
  orders: readonly OrderView[];
  repairs: readonly ItemView[];
}

/** What this shop sold the customer, the newest first; a piece that is here for repair says so. */
export function ClientOrders({ customerId, orders, repairs }: ClientOrdersProps) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  const open = new Map(repairs.filter(isUnderWay).map((item) => [item.serial_number, item] as const));
  return (
    <Panel title={t('client.orders')} aside={number(orders.length)} testId="client-orders">
      {orders.length === 0 && <p className="panel-body muted">{t('client.noOrders')}</p>}
      {orders.map((order) => (
        <Order key={order.invoice_no} customerId={customerId} order={order} open={open} />
      ))}
    </Panel>
  );
}

const isUnderWay = ({ rma_status_id: status, serial_number: serial }: ItemView): boolean =>
  serial !== '' && isStatusId(status) && !['done', 'cancelled'].includes(statusOf(status).phase);

interface OrderProps {
  customerId: number;
  order: OrderView;
  open: ReadonlyMap<string, ItemView>;
}

function Order({ customerId, order, open }: OrderProps) {
  const { t } = useTranslation('search');
  const format = useStaffFormat();
  return (
    <section className="order" data-order={order.order_number}>
      <div className="row wrap">
        <bdi className="strong num">{order.order_number}</bdi>
        <span className="small muted num">
          {t('client.invoice', { number: order.invoice_no, date: format.date(order.purchase_date) })}
        </span>
        <bdi className="push num">{format.money(order.total, order.currency)}</bdi>
      </div>
      {order.lines.map((line) => (
        <div key={`${line.sku} ${line.serial}`} className="order-line grid middle gap-12">
          <PieceImage kind={line.kind} src={line.image} alt={line.product_name} size={38} />
          <span>
            <bdi className="clip">{line.product_name}</bdi>
            <bdi className="small muted clip num">
              {[line.sku, line.size, line.serial].filter(Boolean).join(' · ')}
            </bdi>
          </span>
          <RepairOf item={open.get(line.serial)} create={createPath(customerId, order, line)} />
        </div>
      ))}
    </section>
  );
}

const createPath = (customerId: number, order: OrderView, line: InvoiceLineView): string =>
  `/createRma?${String(
    new URLSearchParams({
      customer_id: String(customerId),
      invoice: order.invoice_no,
      line: String(line.line_no),
    }),
  )}`;

/** The repair that the piece is in, or the way into a new one. */
function RepairOf({ item, create }: { item: ItemView | undefined; create: string }) {
  const { t } = useTranslation('search');
  const mayRequest = usePermission('view request new rma page');
  if (item !== undefined)
    return (
      <Link className="link" to={`/readRma?id=${item.rma_id}&item=${item.id}`}>
        <Tag>{t('client.inRepair', { number: item.number })}</Tag>
      </Link>
    );
  return mayRequest ? (
    <Link className="link" to={create} data-testid="line-repair">
      {t('client.repair')}
    </Link>
  ) : null;
}
