import { codeText } from '@atelier/domain/contract/codes.ts';
import { isNumberOrItsEnd, parseScannedCode, readPieceCode } from '@atelier/domain/repair/item-number.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../lib/api/client.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { isTracking } from './tracking-bar.tsx';

export interface PackingScan {
  /** Empty while the package has no number yet: then a scan may give it one. */
  readonly tracking: string;
  readonly candidates: readonly ItemView[];
  /** What lies in the package. */
  readonly items: readonly Pick<ItemView, 'number'>[];
  readonly onTracking: (tracking: string) => void;
  readonly onAdd: (ids: readonly number[], number: string) => void;
  readonly tell: (verdict: ScreenVerdict, text: string) => void;
}

/** What a scan means where packages are packed: the package's number, a piece for it, or why it is neither. */
export function usePackingScan(parts: PackingScan): (raw: string) => void {
  const { t } = useTranslation(['shipping', 'status']);
  const prefixes = useSiteCodes();
  const find = useFindPiece();
  const turn = useRef(0);
  const tellOfStranger = async (code: string): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    const piece = await find(code);
    // The answer to an earlier scan never stands in a later one's place.
    if (mine !== turn.current) return;
    if (piece === undefined) return parts.tell('unknown', t('shipping:contents.unknown', { code }));
    const status = t(`status:name.${piece.rma_status_id}`);
    parts.tell('wrong_stage', t('shipping:contents.notExpected', { number: piece.number, status }));
  };
  return (raw) => {
    const code = readPieceCode(raw);
    const candidate = parts.candidates.find((row) => row.number === code);
    turn.current += 1;
    if (parts.tracking === '') {
      const isPiece = candidate !== undefined || isNumberOrItsEnd(code, prefixes);
      if (isPiece || !isTracking(raw)) return parts.tell('wrong_package', t('shipping:tracking.required'));
      return parts.onTracking(codeText(raw));
    }
    if (parts.items.some((item) => item.number === code))
      return parts.tell('already_done', t('shipping:contents.already', { number: code }));
    if (candidate === undefined) return void tellOfStranger(code);
    return parts.onAdd([candidate.id], candidate.number);
  };
}

/** The codes that numbers of ours begin with. */
function useSiteCodes(): readonly string[] {
  const sites = useQuery(sitesQuery());
  return (sites.data?.data ?? []).map(({ code }) => code);
}

/** Asks for a piece of ours by its whole number; undefined for any other code, and for what this person may not see. */
function useFindPiece(): (code: string) => Promise<ItemView | undefined> {
  const path = useSession().view.user.user_type === 'shop' ? '/rma' : '/operationrma';
  return async (code) => {
    if (typeof parseScannedCode(code)?.number !== 'string') return undefined;
    const found = await read<ItemView[]>(path, { q: code, page_size: 1 }).catch(() => undefined);
    return found?.data.find(({ number }) => number === code);
  };
}
