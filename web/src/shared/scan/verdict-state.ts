import type { ScanView } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { SendResult } from '@atelier/browser-sync/scans/queued-scan.ts';
import type { ScreenVerdict } from '../item/verdicts.ts';

/** What the panel shows of the last scan; an error stays until the next one. */
export interface Verdict {
  readonly key: string;
  readonly code: string;
  readonly kind: ScreenVerdict;
  readonly item: ItemView | null;
  readonly answer: ScanView | null;
  /** The server's no to the call itself: a stable code. */
  readonly refusal: string | null;
}

/** The panel while the server has not answered: the piece, if the list at hand knows it. */
export const pendingVerdict = (key: string, code: string, item: ItemView | null): Verdict => ({
  key,
  code,
  kind: 'pending',
  item,
  answer: null,
  refusal: null,
});

/** The same panel with what came back. Another scan's answer changes nothing here. */
export function settleVerdict(before: Verdict | null, key: string, result: SendResult): Verdict | null {
  if (before === null || before.key !== key) return before;
  switch (result.kind) {
    case 'unreachable':
      return before.kind === 'queued_offline' ? before : { ...before, kind: 'queued_offline' };
    case 'refused':
      return { ...before, kind: 'unknown', refusal: result.code };
    case 'answer':
      return {
        ...before,
        kind: result.view.verdict,
        answer: result.view,
        item: result.view.item ?? before.item,
      };
  }
}
