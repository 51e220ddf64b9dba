import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, isUndecided } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/new-key.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { soundVerdict } from '../../../shared/item/tones.ts';
import type { ScreenVerdict } from '../../../shared/item/verdicts.ts';
import { pendingVerdict, type Verdict } from '../../../shared/scan/verdict-state.ts';

export interface TakenIn {
  readonly id: number;
  readonly number: string;
}

/** What a refusal means at the table; only real pieces of this box get more detail. */
export function verdictOfRefusal(error: Pick<ApiError, 'code'>): ScreenVerdict {
  if (error.code === 'item_already_received') return 'already_done';
  return error.code === 'not_found' ? 'wrong_package' : 'unknown';
}

/** Piece by piece out of a box that is addressed elsewhere: each scan is a separate receipt. */
export function useAstray(tracking: string) {
  const client = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [taken, setTaken] = useState<readonly TakenIn[]>([]);
  const receive = useCommand(
    (code: string) => ({ path: '/package/astray', body: { tracking_no: tracking, code } }),
    { quiet: ['item_already_received', 'not_found'] },
  );
  const tell = (before: Verdict, kind: ScreenVerdict, refusal: string | null = null) => {
    soundVerdict(kind);
    setVerdict((now) => (now?.key === before.key ? { ...before, kind, refusal } : now));
  };
  const onCode = (raw: string) => {
    const code = readPieceCode(raw);
    if (code === '') return;
    const asked = pendingVerdict(newKey(), code, null);
    setVerdict(asked);
    receive.mutateAsync(code).then(
      ({ data }) => {
        tell(asked, 'accepted');
        setTaken((before) => [{ id: data.id, number: code }, ...before.filter(({ id }) => id !== data.id)]);
        void client.invalidateQueries({ queryKey: ['shipping'] });
      },
      // Without a response the outcome is unknown: the notice says so, and the same scan asks again under the same key.
      (error: ApiError) =>
        isUndecided(error) ? setVerdict(null) : tell(asked, verdictOfRefusal(error), refusalOf(error)),
    );
  };
  return { verdict, taken, onCode };
}

/** Why not, where the verdict alone does not say it. A pair that does not fit is all that is known of a stranger. */
export const refusalOf = ({ code }: Pick<ApiError, 'code'>): string | null => {
  if (code === 'item_already_received') return null;
  return code === 'not_found' ? 'item_not_bound' : code;
};
