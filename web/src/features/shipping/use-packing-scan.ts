import { codeText } from '@atelier/domain/contract/codes.ts';
import { parseScannedCode, readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import { useIsLabel } from '../../shared/queries/site-codes.ts';
import { isFree } from '../../shared/pick-list/use-picking.ts';
import type { Unresolved } from '../../shared/scan/unresolved.ts';

export interface PackingScan {
  /** Whether a code is the number of the package, or was. */
  readonly isOwnNumber: (code: string) => boolean;
  /** The package on the page has left: a label begins the next one. */
  readonly isGone: boolean;
  /** Empty while the package has no number yet: then a scan may give it one. */
  readonly tracking: string;
  readonly candidates: readonly ItemView[];
  /** What lies in the package. */
  readonly items: readonly Pick<ItemView, 'number'>[];
  /** What was scanned into it and is not on its list yet. */
  readonly unresolved: Unresolved;
  readonly onTracking: (tracking: string) => void;
  /** A piece for the package; its id is null where no list of the screen knows it. */
  readonly onPack: (code: string, itemId: number | null) => void;
  /** A piece that lies in another draft. */
  readonly onElsewhere: (piece: ItemView) => void;
  readonly tell: (verdict: ScreenVerdict, text: string) => void;
}

/** What a scan means where packages are packed: the package's number, a piece for it, or why it is neither. */
export function usePackingScan(parts: PackingScan): (raw: string) => void {
  const { t } = useTranslation(['shipping', 'packing']);
  const isLabel = useIsLabel();
  return (raw) => {
    const code = readPieceCode(raw);
    const candidate = parts.candidates.find((row) => row.number === code);
    if (parts.tracking === '') {
      if (candidate !== undefined || !isLabel(raw))
        return parts.tell('wrong_package', t('shipping:tracking.required'));
      return parts.onTracking(codeText(raw));
    }
    if (parts.isOwnNumber(codeText(raw)))
      return parts.tell('already_done', t('packing:ownLabel', { tracking: codeText(raw) }));
    if (parts.isGone && isLabel(raw)) return parts.onTracking(codeText(raw));
    if (parts.items.some((item) => item.number === code))
      return parts.tell('already_done', t('shipping:contents.already', { number: code }));
    if (parts.unresolved.waiting.some((scan) => scan.code === code))
      return parts.tell('queued_offline', t('packing:queued', { number: code }));
    if (candidate !== undefined && !isFree(candidate)) {
      parts.onElsewhere(candidate);
      const { number, tracking_number: tracking } = candidate;
      return parts.tell('wrong_package', t('packing:elsewhere', { number, tracking }));
    }
    if (candidate === undefined && typeof parseScannedCode(raw)?.number !== 'string')
      return parts.tell('unknown', t('shipping:contents.unknown', { code }));
    return parts.onPack(code, candidate?.id ?? null);
  };
}
