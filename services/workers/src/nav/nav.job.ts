import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { listDueNavDocuments, listPackagesWithoutNav } from '@atelier/application/nav/nav.queries.ts';
import { reportNavCircuit } from '@atelier/application/nav/nav-circuit.commands.ts';
import { UNREPORTED, type UsedDependency } from '@atelier/application/platform/outages.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { JobQueue } from '../jobs/queues.ts';
import { createNavClient } from './nav-client.ts';
import { createNavGate, NavTrouble, wasHeldBack, wasTooLate } from './nav-gate.ts';
import type { NavSettings } from './nav-settings.ts';
import { NAV_QUEUE, navReaction, navWork } from './nav.reaction.ts';
import { workOnDocument, type NavConnection } from './send-document.ts';

/** How much the reconciler puts back at once; the rest has its turn half a minute later. */
const AT_ONCE = 100;
const WITHOUT_NAV_RECHECK_MS = 60_000;

/** Sending to NAV (product/nav.md §1). Without settings documents are written down and stay pending. */
export function navSlice(settings: NavSettings | undefined, outage = UNREPORTED): JobSlice {
  const node = randomUUID();
  let connection: NavConnection | undefined;
  const connectionOf = (services: CommandServices): NavConnection | undefined =>
    (connection ??=
      settings === undefined ? undefined : openConnection(settings, services, { node, outage }));
  return {
    queue: NAV_QUEUE,
    jobs: [
      job('send', z.object({ shipment_id: z.int() }), (services, { shipment_id: id }) =>
        work(services, connectionOf(services), id),
      ),
    ],
    reactions: [navReaction],
    reconcile: (services, queue) => reconcileNav(services, connectionOf(services), queue, node),
  };
}

function openConnection(
  settings: NavSettings,
  services: CommandServices,
  { node, outage }: { readonly node: string; readonly outage: UsedDependency },
): NavConnection {
  const gate = createNavGate(settings, () => new Date());
  gate.onChange(() => {
    const { state } = gate.report();
    if (state === 'open') outage.failed(gate.lastFailure());
    if (state === 'closed') outage.worked();
    void report(services, gate.report(), node).catch(() => undefined);
  });
  return { settings, gate, client: createNavClient(settings, gate) };
}

/** A failed call of NAV is no failure of the job: the document stays due, and is tried again. */
async function work(
  services: CommandServices,
  connection: NavConnection | undefined,
  shipmentId: number,
): Promise<void> {
  try {
    await workOnDocument(services, connection, shipmentId);
  } catch (error) {
    const isNavs = error instanceof NavTrouble || wasHeldBack(error) || wasTooLate(error) || isNetwork(error);
    if (!isNavs) throw error;
  }
}

/** `fetch` throws a TypeError with a cause for whatever the network does. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/**
 * What the log calls due and no queue may know. While NAV is down nothing is added: jobs wait, they do not fail; one
 * document probes the connection.
 */
async function reconcileNav(
  services: CommandServices,
  connection: NavConnection | undefined,
  queue: JobQueue,
  node: string,
): Promise<void> {
  const now = services.clock.now();
  const excluded = services.policy().navExcludedCountries;
  const forgotten = await listPackagesWithoutNav(services.db, { now, excluded, limit: AT_ONCE });
  for (const { id } of forgotten) await add(queue, id, `lost-${slotOf(now, WITHOUT_NAV_RECHECK_MS)}`);
  if (connection === undefined) return;
  await report(services, connection.gate.report(), node);
  if (connection.gate.waitsUntil() !== null) return;
  const due = await listDueNavDocuments(services.db, now, connection.gate.isProbing() ? 1 : AT_ONCE);
  const slot = slotOf(now, connection.settings.slotMs);
  for (const { id, version } of due) await add(queue, id, `v${version}-${slot}`);
}

async function add(queue: JobQueue, shipmentId: number, mark: string): Promise<void> {
  const { name, data, key } = navWork(shipmentId, mark);
  await queue.add(name, data, key);
}

/** The same document is put back once per stretch of time, and again in the next. */
function slotOf(now: Date, ms: number): number {
  return Math.floor(now.getTime() / ms);
}

function report(
  services: CommandServices,
  { state, since, retryAt }: ReturnType<NavConnection['gate']['report']>,
  node: string,
): Promise<void> {
  return reportNavCircuit(services.db, { node, state, since, retryAt }, services.clock.now());
}
