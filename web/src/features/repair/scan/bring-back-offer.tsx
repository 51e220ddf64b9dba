import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useCutSince } from '../../../live/use-cut.ts';
import { useBenchKeys } from './bench-keys.ts';
import { bringBack, type BackMove, type BringBack } from './bring-back.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

const BringBackDialog = lazyPart(() => import('./bring-back-dialog.tsx'), 'BringBackDialog');

interface BringBackOfferProps {
  item: ItemView;
  target: StatusId;
  onDone: (item: ItemView) => void;
}

/** A piece of a later stage comes back to this bench, with a reason (product/repair.md §9.3); or why it may not. */
export function BringBackOffer(props: BringBackOfferProps) {
  const { site } = useSession().view;
  const offer = bringBack(props.item, props.target, site?.id ?? null);
  if (offer === null) return null;
  return 'move' in offer ? <Offer {...props} move={offer.move} /> : <Refused offer={offer} {...props} />;
}

function Offer({ item, target, move, onDone }: BringBackOfferProps & { move: BackMove }) {
  const { t } = useTranslation('bench');
  const [isOpen, setOpen] = useState(false);
  const isCut = useCutSince() !== null;
  useBenchKeys({ r: isCut ? undefined : () => setOpen(true) });
  return (
    <>
      <Button
        className="verdict-undo"
        icon={<Undo2 size={16} aria-hidden className="flips" />}
        iconAfter={<Shortcut of="benches.back" />}
        disabled={isCut}
        onClick={() => setOpen(true)}
        testId="bring-back"
      >
        {t('back.offer')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BringBackDialog
            item={item}
            target={target}
            move={move}
            onDone={() => onDone(item)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type Refusal = Extract<BringBack, { why: string }>;

function Refused({ offer, target }: { offer: Refusal; target: StatusId }) {
  const { t } = useTranslation(['bench', 'status', 'piece']);
  const format = useStaffFormat();
  const { item, why } = offer;
  return (
    <p className="verdict-detail verdict-wide" data-testid="bring-back-refused" data-why={why}>
      {t(`bench:back.why.${why}`, {
        here: t(`status:name.${target}`),
        stage: t(`status:name.${item.rma_status_id}`),
        site: item.custody.site_name ?? '',
        holds: format.list(item.holds.map((hold) => t(`piece:hold.${hold}`, hold))),
      })}
    </p>
  );
}
