import i18next from 'i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { Forgotten } from './forget-stored.ts';

interface ErasureNotice extends Forgotten {
  /** The screen was about an erased person and began again. */
  readonly wasShown: boolean;
}

/** Says what an erasure removed from the user's work, and nothing where it removed nothing. */
export async function sayForgotten({ drafts, remarks, deposit, wasShown }: ErasureNotice): Promise<void> {
  if (!wasShown && drafts + remarks === 0 && !deposit) return;
  await i18next.loadNamespaces('forgotten');
  const lines = [
    wasShown && i18next.t('forgotten:shown'),
    (deposit || drafts > 0) && i18next.t('forgotten:drafts'),
    remarks > 0 && i18next.t('forgotten:remarks'),
  ].filter((line) => line !== false);
  notify({
    tone: 'warn',
    title: i18next.t('forgotten:title'),
    detail: lines.join(' '),
    id: 'customer-erased',
  });
}
