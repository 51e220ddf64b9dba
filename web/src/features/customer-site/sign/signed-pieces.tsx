import type { SignedPiece, SignView } from '@atelier/contracts/customer-site/sign-schema.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import type { Translate } from '../texts.ts';

interface SignedPiecesProps {
  t: Translate;
  signing: SignView;
  formats: Formats;
}

/** What is signed for: piece by piece, and what it costs. */
export function SignedPieces({ t, signing, formats }: SignedPiecesProps) {
  const sums = signing.totals.filter(({ amount }) => amount > 0);
  return (
    <section className="sign-sheet on-surface">
      <ul>
        {signing.pieces.map((piece, index) => (
          // The place is the identity: pieces have no number before they are recorded.
          // oxlint-disable-next-line react/no-array-index-key
          <Piece key={index} t={t} piece={piece} formats={formats} index={index} />
        ))}
      </ul>
      <p className="sign-total flex between on-baseline" data-testid="sign-total">
        <span>{t('sign.total')}</span>
        <span>
          {sums.length === 0 ? (
            t('sign.free')
          ) : (
            <bdi>{formats.list(sums.map(({ amount, currency }) => formats.money(amount, currency)))}</bdi>
          )}
        </span>
      </p>
    </section>
  );
}

interface PieceProps extends Pick<SignedPiecesProps, 't' | 'formats'> {
  piece: SignedPiece;
  index: number;
}

function Piece({ t, piece, formats, index }: PieceProps) {
  const { number, product_name: name, marks, weight, fee, currency } = piece;
  return (
    <li data-testid={`sign-piece-${index}`}>
      <div className="stack gap-3">
        <bdi className="strong size-l">
          {name === '' ? t('sign.piece', { number: formats.number(index + 1) }) : name}
        </bdi>
        {number !== '' && (
          <bdi className="muted num" translate="no">
            {number}
          </bdi>
        )}
      </div>
      {marks.length > 0 && (
        <div className="stack gap-3">
          <span className="small muted">{t('sign.condition')}</span>
          <ol className="sign-marks">
            {marks.map((mark, place) => (
              // Two marks may say the same; the place in the list is the mark's number.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place} dir="auto">
                {mark}
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className="sign-facts num">
        {weight !== null && <bdi>{t('sign.grams', { weight: formats.number(weight) })}</bdi>}
        {fee !== null && <bdi>{fee === 0 ? t('sign.free') : formats.money(fee, currency)}</bdi>}
      </div>
    </li>
  );
}
