import { productImagePath } from '@atelier/domain/shared/product.ts';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import type { CreatedRma } from './queries.ts';
import type { PieceValues } from './form-values.ts';
import { PrintDeposit } from './print-deposit.tsx';

type Piece = Pick<PieceValues, 'product_kind' | 'product_name' | 'product_sku'>;

export interface CreatedPanelProps {
  created: CreatedRma;
  /** The pieces as the form had them, in the order of the numbers. */
  pieces: readonly Piece[];
  onAgain: () => void;
}

/** It is created: its numbers, and what one does next. */
export function CreatedPanel({ created, pieces, onAgain }: CreatedPanelProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const [first] = created.items;
  return (
    <section className="panel" data-testid="created" data-reference={created.public_reference}>
      <EmptyState
        title={t('deposit:done.title', { number: created.number })}
        icon={<CircleCheck aria-hidden />}
        action={
          <>
            <PrintDeposit created={created} />
            <ButtonLink
              to={`/preparePackage?item=${created.items.map(({ id }) => id).join(',')}`}
              testId="created-pack"
            >
              {t('deposit:done.pack')}
            </ButtonLink>
            <LazyPrint subject={{ kind: 'receipt', rmaId: created.id, language: created.language }} />
            <LazyPrint subject={{ kind: 'items', itemIds: created.items.map(({ id }) => id) }} />
            <ButtonLink
              to={`/readRma?id=${created.id}${first === undefined ? '' : `&item=${first.id}`}`}
              testId="created-open"
            >
              {t('deposit:done.open')}
            </ButtonLink>
            <Button variant="quiet" onClick={onAgain} testId="created-again">
              {t('deposit:done.another')}
            </Button>
          </>
        }
      >
        <span>{t('deposit:done.body', { count: created.items.length })}</span>
        <ul className="created-pieces stack gap-10 items-start">
          {created.items.map((item, index) => (
            <li className="row gap-12" key={item.id}>
              <CreatedPiece number={item.number} piece={pieces[index]} />
            </li>
          ))}
        </ul>
      </EmptyState>
    </section>
  );
}

/** A number beside the picture of its piece: which label belongs to which. */
function CreatedPiece({ number, piece }: { number: string; piece: Piece | undefined }) {
  return (
    <>
      {piece !== undefined && (
        <PieceImage kind={piece.product_kind} src={productImagePath(piece.product_sku)} size={56} />
      )}
      <span className="stack gap-0 items-start size-l">
        <bdi className="strong num" data-testid="created-item">
          {number}
        </bdi>
        <bdi className="small muted">{piece?.product_name}</bdi>
      </span>
    </>
  );
}
