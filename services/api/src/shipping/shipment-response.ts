import { shipmentStream } from '@atelier/domain/kernel.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findShipmentRecord } from '@atelier/application/shipping/shipment-view.queries.ts';
import { accepted } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';

/**
 * Answer of a command on one package: which it is and the version it has now. Read where the command had nothing to change,
 * so that what is said twice is answered the same. The caller was let in by the command itself.
 */
export async function shipmentResponse(
  { db }: Pick<ApiDeps, 'db'>,
  trackingNumber: string,
  outcome: CommandOutcome,
  message: string,
) {
  const { position, ...written } = accepted(outcome);
  const { id, number, version } = changedIn(written) ?? (await readShipment(db, trackingNumber, written));
  return ok({ id, tracking_no: number, version }, { message, position, version });
}

type Written = Pick<Extract<CommandOutcome, { ok: true }>, 'versions' | 'answer'>;

/** As the command's own answer has it. */
function changedIn({ versions, answer }: Written) {
  const { shipment_id: id, tracking_no: number } = answer ?? {};
  if (typeof id !== 'number' || typeof number !== 'string') return undefined;
  const version = versions[shipmentStream(id)];
  return version === undefined ? undefined : { id, number, version };
}

async function readShipment(db: ApiDeps['db'], trackingNumber: string, { versions }: Written) {
  const record = await inScope(db, { kind: 'all' }, (trx) => findShipmentRecord(trx, trackingNumber));
  const id = record?.id ?? 0;
  const version = versions[shipmentStream(id)] ?? record?.version ?? 0;
  return { id, number: record?.tracking_number ?? trackingNumber, version };
}
