import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findShipmentRecord } from '@atelier/application/shipping/shipment-view.queries.ts';
import { accepted } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';

/**
 * Answer of a command on one package: which it is and the version it has now. Also where nothing had to change, so that
 * what is said twice is answered the same. The caller was let in by the command itself.
 */
export async function shipmentResponse(
  { db }: Pick<ApiDeps, 'db'>,
  trackingNumber: string,
  outcome: CommandOutcome,
  message: string,
) {
  const { position, versions } = accepted(outcome);
  const record = await inScope(db, { kind: 'all' }, (trx) => findShipmentRecord(trx, trackingNumber));
  const id = record?.id ?? 0;
  const version = versions[`shipment-${id}`] ?? record?.version ?? 0;
  const data = { id, tracking_no: record?.tracking_number ?? trackingNumber, version };
  return ok(data, { message, position, version });
}
