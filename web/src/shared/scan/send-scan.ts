import { ApiError, isUndecided } from '../../lib/api/api-error.ts';
import { command } from '../../lib/api/client.ts';
import type { QueuedScan, SendResult } from '@atelier/browser-sync/scans/queued-scan.ts';
import { live } from '../../live/live.ts';
import { packPiece } from './pack-piece.ts';
import { allTakenBack } from './taking-back.ts';

/** Of each try: the client asks once more after a timeout. */
const SCAN_TIMEOUT_MS = 8_000;
/** No session, and one that has ended (product/calls.md §2): the scan waits for the next sign-in. */
const SIGNED_OUT = new Set([401, 499]);

/**
 * Sends a scan under its own key. The body is what was fixed when the scan was made: a body that changed
 * between two tries, other than in the hint `occurred_at`, would make the second one another command, which the server refuses (409).
 */
export async function sendScan(scan: QueuedScan): Promise<SendResult> {
  try {
    await allTakenBack();
    return await (scan.packing === undefined ? recordScan(scan) : packPiece(scan, scan.packing));
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' };
    const isLater =
      isUndecided(error) || error.status >= 500 || error.status === 429 || SIGNED_OUT.has(error.status);
    return isLater ? { kind: 'unreachable' } : { kind: 'refused', code: error.code };
  }
}

/** `POST /scan`. */
async function recordScan({ key, code, target, trackingNo, occurredAt }: QueuedScan): Promise<SendResult> {
  const body = {
    code,
    target,
    ...(trackingNo !== null && { tracking_no: trackingNo }),
    occurred_at: occurredAt,
  };
  const epoch = live.cursor?.epoch;
  const { data: view } = await command({
    path: '/scan',
    body,
    idempotencyKey: key,
    timeout: SCAN_TIMEOUT_MS,
  });
  return { kind: 'answer', view, epoch };
}
