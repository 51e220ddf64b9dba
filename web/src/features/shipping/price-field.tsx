import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { DeclaredPrice, ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

/** Opened for the few pieces that no list has a price for. */
const PriceForm = lazyPart(() => import('./price-form.tsx'), 'PriceForm');

export interface PriceFieldProps {
  number: string;
  price: DeclaredPrice;
  /** Null once it is sent: then prices are only read. */
  shipment: ShipmentView | null;
}

/** What a piece is declared at; where no list knows it, it is typed here. */
export function PriceField({ number, price, shipment }: PriceFieldProps) {
  const { t } = useTranslation('sending');
  const format = useStaffFormat();
  const [isOpen, setOpen] = useState(false);
  const words = price.amount === null ? t('price.none') : format.money(price.amount, price.currency);
  if (shipment === null) return <bdi className="num muted push">{words}</bdi>;
  if (isOpen)
    return (
      <Suspense>
        <PriceForm number={number} price={price} shipment={shipment} onClose={() => setOpen(false)} />
      </Suspense>
    );
  return (
    <Button
      variant="quiet"
      className={price.amount === null ? 'push price-missing' : 'push'}
      iconAfter={<Pencil size={14} aria-hidden />}
      label={`${words} · ${t('price.edit', { number })}`}
      onClick={() => setOpen(true)}
      testId={`price-${number}`}
    >
      <bdi className="num">{words}</bdi>
    </Button>
  );
}
