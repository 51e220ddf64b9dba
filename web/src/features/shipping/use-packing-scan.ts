import { codeText } from '@atelier/domain/contract/codes.ts';
import { isNumberOrItsEnd, parseScannedCode, readPieceCode } from '@atelier/domain/repair/item-number.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import type { Unresolved } from '../../shared/scan/unresolved.ts';
import { isTracking } from './tracking-bar.tsx';

export interface PackingScan {
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
  readonly tell: (verdict: ScreenVerdict, text: string) => void;
}

/** What a scan means where packages are packed: the package's number, a piece for it, or why it is neither. */
export function usePackingScan(parts: PackingScan): (raw: string) => void {
  const { t } = useTranslation(['shipping', 'packing']);
  const prefixes = useSiteCodes();
  return (raw) => {
    const code = readPieceCode(raw);
    const candidate = parts.candidates.find((row) => row.number === code);
    if (parts.tracking === '') {
      const isPiece = candidate !== undefined || isNumberOrItsEnd(code, prefixes);
      if (isPiece || !isTracking(raw)) return parts.tell('wrong_package', t('shipping:tracking.required'));
      return parts.onTracking(codeText(raw));
    }
    if (parts.items.some((item) => item.number === code))
      return parts.tell('already_done', t('shipping:contents.already', { number: code }));
    if (parts.unresolved.waiting.some((scan) => scan.code === code))
      return parts.tell('queued_offline', t('packing:queued', { number: code }));
    if (candidate === undefined && typeof parseScannedCode(raw)?.number !== 'string')
      return parts.tell('unknown', t('shipping:contents.unknown', { code }));
    return parts.onPack(code, candidate?.id ?? null);
  };
}

/** The codes that numbers of ours begin with. */
function useSiteCodes(): readonly string[] {
  const sites = useQuery(sitesQuery());
  return (sites.data?.data ?? []).map(({ code }) => code);
}
