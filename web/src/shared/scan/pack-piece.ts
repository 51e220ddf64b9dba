import type { ScanVerdictName } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { command, read } from '../../lib/api/client.ts';
import { currentSession } from '../../lib/session/session-store.ts';
import type { PackingOrder, QueuedScan, SendResult } from '@atelier/browser-sync/scans/queued-scan.ts';

const PACKING_TIMEOUT_MS = 8_000;
type IntoPackage = Extract<PackingOrder, { into: 'package' }>;

/** Puts the scanned piece into its package or basket. Packed twice, it lies there once. */
export async function packPiece(scan: QueuedScan, order: PackingOrder): Promise<SendResult> {
  if (order.into === 'basket')
    return pack(scan, '/sav/tranfer_factory', { rma_item_ids: [order.itemId], factory: order.factory });
  if (order.itemId !== null) return pack(scan, '/rma/packagelist', packageBody(scan, order, order.itemId));
  const piece = await findPiece(scan.code);
  if (piece === undefined) return answered(scan, 'unknown', null);
  if (piece.rma_status_id !== order.from) return answered(scan, 'wrong_stage', piece.rma_status_id);
  return pack(scan, '/rma/packagelist', packageBody(scan, order, piece.id));
}

async function pack(
  scan: QueuedScan,
  path: '/sav/tranfer_factory' | '/rma/packagelist',
  body: object,
): Promise<SendResult> {
  const call = { path, body, idempotencyKey: scan.key, timeout: PACKING_TIMEOUT_MS };
  await command(call);
  return answered(scan, 'accepted', null);
}

function packageBody({ trackingNo }: QueuedScan, order: IntoPackage, itemId: number): object {
  const { orderType, toClient, destination } = order;
  return {
    rma_item_ids: [itemId],
    rma_tracking: trackingNo,
    order_type: orderType,
    ...(toClient && { to_client: true }),
    ...(destination !== null && { destination }),
  };
}

/** A piece by its whole number; undefined for any other code, and for a piece that this person may not see. */
async function findPiece(code: string): Promise<ItemView | undefined> {
  const path = currentSession()?.view.user.user_type === 'shop' ? '/rma' : '/operationrma';
  const found = await read(path, { q: code, page_size: 1 }, { timeout: PACKING_TIMEOUT_MS });
  return found.data.find(({ number }) => number === code);
}

/** What became of a packing scan, in the words of a verdict. */
function answered(
  { code, target, trackingNo }: QueuedScan,
  verdict: ScanVerdictName,
  status: number | null,
): SendResult {
  const view = {
    verdict,
    code,
    target,
    item: null,
    first: null,
    rma_status_id: status,
    tracking_number: trackingNo,
    holds: [],
  };
  return { kind: 'answer', view };
}
