import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import type { FormRules } from '../form-issues.ts';
import { emptyPiece, type PieceValues, type RmaValues } from '../form-values.ts';
import { isBlankPiece } from '../prefill.ts';
import { useFill } from '../use-fill.ts';
import { WarrantyTag } from './warranty-tag.tsx';

interface OwnPiecesProps {
  /** Whether the list of purchases shows this piece already. */
  isListed: (piece: PieceValues) => boolean;
  rules: () => FormRules;
}

/** Pieces of the deposit that are no purchase of this client: found by their sale, or described by hand. */
export function OwnPieces({ isListed, rules }: OwnPiecesProps) {
  const { t } = useTranslation('deposit');
  const { control, getValues } = useFormContext<RmaValues>();
  const fill = useFill();
  const items = useWatch({ control, name: 'items' });
  const own = items.flatMap((piece, index) =>
    isBlankPiece(piece) || isListed(piece) ? [] : [{ piece, index }],
  );
  if (own.length === 0) return null;
  const removeAt = (index: number) => {
    const rest = getValues('items').filter((_, at) => at !== index);
    fill({ items: rest.length === 0 ? [emptyPiece()] : rest });
  };
  return (
    <ul className="purchases">
      {own.map(({ piece, index }) => (
        <li className="purchase" key={index} data-taken data-testid={`own-piece-${index}`}>
          <span className="purchase-words">
            <PieceImage kind={piece.product_kind} size={56} />
            <span className="stack gap-0">
              <bdi className="strong">{piece.product_name || t('section.piece', { number: index + 1 })}</bdi>
              <bdi className="small muted num">
                {[piece.product_sku, piece.product_size, piece.serial_number].filter(Boolean).join(' · ')}
              </bdi>
              <bdi className="small muted num">{piece.invoice_number}</bdi>
            </span>
          </span>
          <span className="purchase-end row">
            <WarrantyTag bought={piece} rules={rules()} />
            <IconButton
              icon={<Trash2 size={16} aria-hidden />}
              label={t('removePiece', { number: index + 1 })}
              onClick={() => removeAt(index)}
              testId={`own-piece-${index}-remove`}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
