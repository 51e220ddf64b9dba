import { readAmount } from '../../../shared/item/amount.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues } from '../form-values.ts';
import { warrantyOf } from '../parts/warranty-of.ts';

/** What a client would pay for a piece today, minor units: nothing in warranty; null while no amount stands there. */
export const feeOfPiece = (piece: PieceValues, rules: FormRules): number | null =>
  warrantyOf(piece, rules)?.inWarranty === true ? 0 : readAmount(piece.maintenance_amount, rules.currency);

/** What the client would pay for all pieces, minor units; a piece without an amount yet counts nothing. */
export const totalFee = (pieces: readonly PieceValues[], rules: FormRules): number =>
  pieces.reduce((sum, piece) => sum + (feeOfPiece(piece, rules) ?? 0), 0);
