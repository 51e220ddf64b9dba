import type { ImageView } from '@atelier/contracts/images/schema.ts';
import { uploadName } from '@atelier/domain/images/fit.ts';
import { useEffect, useRef, useState } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { sendFile } from '../../lib/api/bytes.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { compressPicture, PictureRefused } from './compress.ts';

/** A chosen picture on its way to the server. */
export interface PendingPicture {
  /** Also the idempotency key: however often it is sent, it is kept once. */
  key: string;
  file: File;
  phase: 'preparing' | 'sending' | 'failed';
  /** Part sent, 0..1. */
  progress: number;
  /** Why it failed: a refusal's code, or the kind of a call that came to nothing. */
  code?: string;
  /** Whether sending it again may help: a file that is no picture stays none. */
  canRetry?: boolean;
}

export interface Pictures {
  pending: readonly PendingPicture[];
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
}

const REFUSED_FOR_GOOD = new Set([400, 413, 415, 422]);

function failureOf(error: unknown): Pick<PendingPicture, 'code' | 'canRetry'> {
  if (error instanceof PictureRefused) return { code: error.code, canRetry: false };
  if (!(error instanceof ApiError)) return { code: 'unexpected', canRetry: true };
  const code = error.kind === 'refused' ? error.code : error.kind;
  return { code, canRetry: !REFUSED_FOR_GOOD.has(error.status) };
}

/** Compresses and sends what was chosen and tells each id as it arrives. */
export function usePictures(onUploaded: (id: string) => void): Pictures {
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);
  const running = useRef(new Map<string, AbortController>());
  // The same key must come with the same bytes: what was made of a file is not made again for another try.
  const made = useRef(new Map<string, Blob>());
  const uploaded = useHandler(onUploaded);
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((one) => one.abort());
  }, []);

  const change = (key: string, patch: Partial<PendingPicture>) =>
    setPending((list) => list.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const drop = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    made.current.delete(key);
    setPending((list) => list.filter((one) => one.key !== key));
  };
  const run = async ({ key, file }: PendingPicture) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    try {
      const blob = made.current.get(key) ?? (await compressPicture(file));
      if (stop.signal.aborted) return;
      made.current.set(key, blob);
      change(key, { phase: 'sending', progress: 0 });
      const view = await sendFile<ImageView>('/upload/img', blob, uploadName(file.name), {
        signal: stop.signal,
        idempotencyKey: key,
        onProgress: (progress) => change(key, { progress }),
      });
      drop(key);
      uploaded(view.image_id);
    } catch (error) {
      if (!stop.signal.aborted) change(key, { phase: 'failed', ...failureOf(error) });
    }
  };
  const add = (files: readonly File[]) => {
    const fresh = files.map((file): PendingPicture => ({
      key: newKey(),
      file,
      phase: 'preparing',
      progress: 0,
    }));
    setPending((list) => [...list, ...fresh]);
    fresh.forEach((one) => void run(one));
  };
  const retry = (key: string) => {
    const failed = pending.find((one) => one.key === key);
    if (!failed) return;
    change(key, { phase: 'preparing', progress: 0 });
    void run(failed);
  };
  return { pending, add, retry, drop };
}
