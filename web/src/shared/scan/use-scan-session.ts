import type { ScanView } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newKey } from '../../lib/api/new-key.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { cleanCode } from './clean-code.ts';
import { nextScanMoment } from './queued-scan.ts';
import type { QueuedScan } from './queued-scan.ts';
import type { ScanLine } from './scan-lines.ts';
import type { ScanSettled } from './queue-parts.ts';
import type { Stage } from './stage-of.ts';
import { soundVerdict } from '../item/tones.ts';
import { useScanQueue } from './use-scan-queue.ts';
import { pendingVerdict, settleVerdict } from './verdict-state.ts';
import type { Verdict } from './verdict-state.ts';

export interface ScanSessionParts {
  readonly stage: Stage;
  readonly tracking: string | null;
  readonly lines: readonly ScanLine[];
  readonly merge: (scan: QueuedScan, view: ScanView) => void;
  readonly isSilent: boolean;
  /** A piece that was accepted for this stage a moment ago. */
  readonly onAccepted: (item: ItemView) => void;
}

/** From the scanner to the panel: shown at once, stored, sent, and the server's answer in its place. */
export function useScanSession({ stage, tracking, lines, merge, isSilent, onAccepted }: ScanSessionParts) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const shown = useRef<Verdict | null>(null);

  const show = useCallback(
    (next: Verdict | null) => {
      const isNews = next !== null && next !== shown.current && next.kind !== shown.current?.kind;
      shown.current = next;
      setVerdict(next);
      if (isNews && !isSilent) soundVerdict(next.kind);
    },
    [isSilent],
  );
  const onSettled = ({ scan, result }: ScanSettled) => {
    if (result.kind === 'answer') merge(scan, result.view);
    show(settleVerdict(shown.current, scan.key, result));
    const isAccepted = result.kind === 'answer' && result.view.verdict === 'accepted';
    if (isAccepted && result.view.item !== null && scan.target === stage.target) onAccepted(result.view.item);
  };
  const { queue, owner, waiting, conflicts, isDiskFailing } = useScanQueue(onSettled);
  /** Scanned before the device's own store was open: a moment after the screen appears. */
  const early = useRef<QueuedScan[]>([]);
  useEffect(() => {
    if (queue === null) return;
    for (const scan of early.current.splice(0)) void queue.add(scan);
  }, [queue]);

  const scan = useCallback(
    (raw: string) => {
      const code = cleanCode(raw);
      if (code === '') return;
      const key = newKey();
      const known = lines.find(({ item }) => item.number === code)?.item ?? null;
      // A repeated verdict of the same kind must still be seen and heard: it starts anew from "checking".
      shown.current = null;
      show(pendingVerdict(key, code, known));
      const queued: QueuedScan = {
        key,
        owner,
        code,
        target: stage.target,
        trackingNo: tracking,
        occurredAt: nextScanMoment(serverNow()),
        state: 'waiting',
        wasOffline: false,
        answer: null,
        refusal: null,
      };
      if (queue === null) early.current.push(queued);
      else void queue.add(queued);
    },
    [queue, owner, lines, stage.target, tracking, show],
  );
  return {
    verdict,
    scan,
    forget: useCallback(() => show(null), [show]),
    waiting,
    /** The codes on their way to the server. */
    waitingCodes: useMemo(() => new Set(waiting.map((one) => one.code)), [waiting]),
    conflicts,
    isDiskFailing,
    sendNow: () => queue?.nudge(),
    seen: (key: string) => void queue?.dismiss(key),
  };
}
