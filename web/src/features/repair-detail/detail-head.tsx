import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { Copy, ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { PhaseBar, PhaseTag } from '../../shared/item/phase-tag.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, pausedWords, PieceCell, PieceName, StageCell } from '../../shared/item/piece-cells.tsx';
import { phaseOf, stepOf } from '../../shared/item/stage.ts';

const PaperButtons = lazyPart(() => import('./paper-buttons.tsx'), 'PaperButtons');

/** Picture, number, where it stands and since when, on the six-part way. */
export function DetailHead({ deposit, item }: { deposit: RmaView; item: ItemView }) {
  const { t } = useTranslation(['rma', 'piece', 'status']);
  const format = useStaffFormat();
  const phase = phaseOf(item.rma_status_id);
  const step = stepOf(item.rma_status_id);
  return (
    <header className="detail-head grid middle">
      <PieceImage kind={item.product_kind} src={item.product_image} alt={item.product_name} size={88} />
      <div className="stack gap-5">
        <h2 className="detail-number">
          <bdi data-testid="item-number">{item.number}</bdi>
        </h2>
        <div className="muted">
          <PieceName item={item} />
        </div>
        <div className="row wrap">
          <PhaseTag phase={phase} testId="item-phase">
            {t(`status:name.${item.rma_status_id}`)}
          </PhaseTag>
          {/* A closed piece waits for no one: the moment it ended is shown beside. */}
          {phase !== 'done' && <AgeCell item={item} />}
          <span className="small muted">
            {t('rma:detail.since', { date: format.dateTime(item.status_entered_at) })}
          </span>
          <PausedNote item={item} />
        </div>
      </div>
      <div className="span-all">
        <PhaseBar value={step} phase={phase} wide label={t('piece:step', { step })} />
      </div>
      <div className="detail-papers flex wrap span-all middle size-s">
        <Suspense>
          <PaperButtons deposit={deposit} item={item} />
        </Suspense>
        {/* A person who works on the piece alone is given no way to its client. */}
        {deposit.public_reference !== '' && <CustomerLink reference={deposit.public_reference} />}
      </div>
    </header>
  );
}

/** That its stage's clock stands, since when and for whom. */
function PausedNote({ item }: { item: ItemView }) {
  const { t } = useTranslation('piece');
  const words = pausedWords(item, t, useStaffFormat());
  return words === null ? null : (
    <span className="small muted" data-testid="clock-paused">
      {words}
    </span>
  );
}

/** The link the customer follows: an unguessable reference, never a number one could count up. */
function CustomerLink({ reference }: { reference: string }) {
  const { t } = useTranslation('rma');
  const path = `/customerStatus?rma_id=${encodeURIComponent(reference)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href);
      notify({ tone: 'good', title: t('detail.copied') });
    } catch {
      // Clipboards are closed on plain http: the page itself still opens.
      window.open(path, '_blank', 'noopener');
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<Copy size={16} aria-hidden />}
        onClick={() => void copy()}
        testId="copy-customer-link"
      >
        {t('detail.copyLink')}
      </Button>
      <a className="button-link quiet" href={path} target="_blank" rel="noopener" data-testid="customer-link">
        <ExternalLink size={16} aria-hidden /> {t('detail.openCustomer')}
      </a>
    </>
  );
}

interface OtherPiecesProps {
  deposit: RmaView;
  current: ItemView;
  onItem: (itemId: number) => void;
}

/** The other pieces of the same deposit, one press away. */
export function OtherPieces({ deposit, current, onItem }: OtherPiecesProps) {
  const { t } = useTranslation('rma');
  const others = deposit.items.filter((item) => item.id !== current.id);
  if (others.length === 0) return null;
  return (
    <section className="part">
      <h3>{t('detail.otherPieces')}</h3>
      <ul className="others">
        {others.map((item) => (
          <li key={item.id}>
            <button type="button" className="other" onClick={() => onItem(item.id)}>
              <PieceCell item={item} size={32} />
              <StageCell status={item.rma_status_id} bar={false} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
