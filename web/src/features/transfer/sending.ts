import { fitsCode, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { readPackageGrams } from '../../lib/i18n/typed-number.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';

/** What is written on the outside of a transfer package, as it is typed. */
export interface Sending {
  readonly tracking: string;
  readonly carrier: string;
  readonly seal: string;
  /** Grams. */
  readonly weight: string;
  readonly signer: string;
}
export const EMPTY_SENDING: Sending = { tracking: '', carrier: '', seal: '', weight: '', signer: '' };

const gramsOf = ({ weight }: Sending): number | null =>
  weight.trim() === '' ? null : (readPackageGrams(weight) ?? Number.NaN);

export interface SendState {
  readonly sending: Sending;
  readonly rows: readonly Pick<TransferRow, 'can_transfer'>[];
  readonly factory: number | null;
  readonly hasSignature: boolean;
}
export type WhyNot =
  | 'factory'
  | 'empty'
  | 'blocked'
  | 'tracking'
  | 'trackingInvalid'
  | 'weight'
  | 'signature';

/** The first thing that keeps the package; null when it can go. */
export function whyNotSend({ sending, rows, factory, hasSignature }: SendState): WhyNot | null {
  const grams = gramsOf(sending);
  const tracking = sending.tracking.trim();
  if (factory === null) return 'factory';
  if (rows.length === 0) return 'empty';
  if (rows.some((row) => !row.can_transfer)) return 'blocked';
  if (tracking === '') return 'tracking';
  if (!fitsCode(tracking, TRACKING_NUMBER)) return 'trackingInvalid';
  if (grams !== null && !(grams > 0)) return 'weight';
  return hasSignature ? null : 'signature';
}

/** The body of `POST /sav/update_tracking_number`. */
export function sendBody(sending: Sending, factory: number, signature: Signature | null) {
  const { carrier, seal, signer } = sending;
  const grams = gramsOf(sending);
  return {
    tracking_number: sending.tracking.trim(),
    factory,
    ...(carrier !== '' && { carrier }),
    ...(seal.trim() !== '' && { seal_number: seal.trim() }),
    ...(grams !== null && { gross_weight: grams }),
    ...(signature !== null && {
      signature: { signer_name: signer.trim(), strokes: signature.strokes, image: signature.image },
    }),
  };
}
