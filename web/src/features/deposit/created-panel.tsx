import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { rmaQuery } from '../../shared/queries/item.ts';
import { reasonsQuery, useReasonName } from '../../shared/item/reasons.ts';
import type { CreatedRma } from './queries.ts';
import type { PieceValues } from './form-values.ts';
import { PrintDeposit } from './print-deposit.tsx';
import { weightWords } from './steps/weight-words.ts';

export interface CreatedPanelProps {
  created: CreatedRma;
  /** The pieces as the form had them, in the order of the numbers. */
  pieces: readonly PieceValues[];
  onAgain: () => void;
}

/** It is created: its numbers, and what one does next. */
export function CreatedPanel({ created, pieces, onAgain }: CreatedPanelProps) {
  const { t } = useTranslation('deposit');
  // The receipt says the same: what the deposit recorded, not what the form showed before.
  const recorded = useQuery(rmaQuery(created.id)).data?.data.items ?? [];
  return (
    <section
      className="created grid at-start"
      data-testid="created"
      data-reference={created.public_reference}
    >
      <div className="stack">
        <header className="row gap-16">
          <span className="created-mark" aria-hidden>
            <Check size={24} />
          </span>
          <span className="stack gap-0">
            <h2 className="created-title">{t('done.title', { number: created.number })}</h2>
            <p className="muted">{t('done.body', { count: created.items.length })}</p>
          </span>
        </header>
        <ul className="panel created-pieces">
          {created.items.map((item, index) => (
            <li className="row gap-16 lined" key={item.id}>
              <CreatedPiece
                number={item.number}
                piece={pieces[index]}
                expected={recorded.find(({ id }) => id === item.id)?.expected ?? null}
              />
            </li>
          ))}
        </ul>
      </div>
      <NextSteps created={created} onAgain={onAgain} />
    </section>
  );
}

/** What is printed, where the pieces go from here, and the next client. */
function NextSteps({ created, onAgain }: Omit<CreatedPanelProps, 'pieces'>) {
  const { t } = useTranslation('deposit');
  const ids = created.items.map(({ id }) => id);
  const [first] = ids;
  return (
    <div className="panel created-next stack gap-10">
      <PrintDeposit created={created} />
      <LazyPrint subject={{ kind: 'receipt', rmaId: created.id, language: created.language }} />
      <LazyPrint subject={{ kind: 'items', itemIds: ids }} />
      <hr />
      <ButtonLink to={`/preparePackage?item=${ids.join(',')}`} testId="created-pack">
        {t('done.pack')}
      </ButtonLink>
      <ButtonLink
        to={`/readRma?id=${created.id}${first === undefined ? '' : `&item=${first}`}`}
        testId="created-open"
      >
        {t('done.open')}
      </ButtonLink>
      <Button variant="quiet" onClick={onAgain} testId="created-again">
        {t('done.another')}
      </Button>
    </div>
  );
}

/** A number beside the picture of its piece: which label belongs to which. */
function CreatedPiece({
  number,
  piece,
  expected,
}: {
  number: string;
  piece: PieceValues | undefined;
  expected: ItemView['expected'];
}) {
  const { t } = useTranslation('expected');
  const { date } = useStaffFormat();
  return (
    <>
      {piece !== undefined && (
        <PieceImage kind={piece.product_kind} src={productImagePath(piece.product_sku)} size={72} />
      )}
      <span className="stack gap-0 items-start">
        <bdi className="strong num created-number" data-testid="created-item">
          {number}
        </bdi>
        <bdi className="strong">{piece?.product_name}</bdi>
        {piece !== undefined && <PieceFacts piece={piece} />}
        {expected !== null && (
          <span className="small strong" data-testid="created-expected">
            {t('about', { likely: date(expected.likely), latest: date(expected.latest) })}
          </span>
        )}
      </span>
    </>
  );
}

/** Size, weight, and what is wrong with it. */
function PieceFacts({ piece }: { piece: PieceValues }) {
  const { t } = useTranslation('steps');
  const format = useStaffFormat();
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  const weight = piece.total_weight.trim() === '' ? '' : t('grams', { weight: weightWords(piece, format) });
  const facts = [piece.product_size, weight, ...piece.reasons.map((id) => nameOf(id, ''))].filter(Boolean);
  return <span className="small muted">{facts.join(' · ')}</span>;
}
