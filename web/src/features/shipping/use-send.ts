import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api/api-error.ts';
import { command } from '../../lib/api/client.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';
import type { PackingKind } from './queries.ts';

/** What goes on the outside of the package; all optional. */
export interface SealValues {
  readonly carrier: string;
  readonly sealNumber: string;
  readonly grossWeight: number | null;
}

export interface SendInput {
  readonly signature: Signature | null;
  readonly signer: string;
  readonly seal: SealValues;
}

export interface SendOptions {
  readonly kind: PackingKind;
  readonly tracking: string;
  /** Of the package that is shown: an unseen change is never sent. */
  readonly version: number | undefined;
  readonly onSent: () => void;
  readonly onStale: () => void;
}

/** Saves the signature, then sends. Keys stay for as long as the intention does: pressing again repeats nothing. */
export function useSend({ kind, tracking, version, onSent, onStale }: SendOptions) {
  const { t } = useTranslation('sending');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const keys = useRef({ of: '', sign: '', send: '' });

  /** The page may be another one in a moment (it was sent, say): a notice outlives it. */
  const tellStale = () => {
    notify({ tone: 'warn', title: t('stale.title'), detail: t('stale.body'), id: 'stale' });
    onStale();
  };

  const run = async ({ signature, signer, seal }: SendInput): Promise<boolean> => {
    const intention = JSON.stringify([tracking, signature?.image, signer, seal]);
    if (keys.current.of !== intention) keys.current = { of: intention, sign: newKey(), send: newKey() };
    const seen = version === undefined ? {} : { ifMatch: version };
    setBusy(true);
    setError(null);
    try {
      if (signature !== null) {
        const body = signBody(tracking, signature, signer);
        await command({ path: '/saveSign', body, idempotencyKey: keys.current.sign, ...seen });
      }
      await command({
        path: kind.sendPath,
        body: sendBody(tracking, seal),
        idempotencyKey: keys.current.send,
        // The signature has just changed the version: it was compared there.
        ...(signature === null && seen),
      });
      onSent();
      return true;
    } catch (failure) {
      const refused = failure as ApiError;
      if (refused.status === 409) tellStale();
      else setError(refused);
      return true;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, error };
}

export function signBody(tracking: string, signature: Signature, signer: string) {
  return {
    kind: 'courier',
    tracking_no: tracking,
    signer_name: signer,
    strokes: signature.strokes,
    image: signature.image,
  };
}

function sendBody(tracking: string, { carrier, sealNumber, grossWeight }: SealValues) {
  return {
    tracking_no: tracking,
    ...(carrier !== '' && { carrier }),
    ...(sealNumber !== '' && { seal_number: sealNumber }),
    ...(grossWeight !== null && { gross_weight: grossWeight }),
  };
}
