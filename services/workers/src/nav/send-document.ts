import { type ShipmentId, toInstant } from '@atelier/domain/kernel.ts';
import type { NavDocumentState } from '@atelier/domain/nav/document.ts';
import { navStream, type NavEvent } from '@atelier/domain/nav/events.ts';
import {
  foundInNav,
  interrupt,
  nextStep,
  recordOutcome,
  startSending,
  type NavWindow,
  type SendingOutcome,
} from '@atelier/domain/nav/sending.ts';
import { navAggregate } from '@atelier/application/aggregates.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { followNavPackage, recordNav } from '@atelier/application/nav/nav.commands.ts';
import { findNavPackage, type NavPackageFacts } from '@atelier/application/nav/nav-package.queries.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { lastRestoredAt } from '@atelier/application/system/backups/backups.queries.ts';
import { systemCaller } from '../system-caller.ts';
import type { NavClient } from './nav-client.ts';
import type { NavGate } from './nav-gate.ts';
import { attemptMs, type NavSettings } from './nav-settings.ts';
import { salesOrderOf } from './sales-order.ts';

/** One process's connection to NAV. */
export interface NavConnection {
  readonly settings: NavSettings;
  readonly gate: NavGate;
  readonly client: NavClient;
}

/** An attempt that ended in silence is asked for at once: mostly NAV did make the document. */
const ROUNDS = 2;

/**
 * Brings one document as far as it can go now: in line with its package, asked for, sent. May be killed anywhere and
 * run twice at once: what it is about to do is in the log before it does it, and the log lets one begin.
 */
export async function workOnDocument(
  services: CommandServices,
  connection: NavConnection | undefined,
  shipmentId: ShipmentId,
): Promise<void> {
  const facts = await findNavPackage(services, shipmentId);
  if (facts === undefined) return;
  await followNavPackage(services, systemCaller(services.clock, 'nav'), facts);
  if (connection === undefined) return;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!(await advance(services, connection, facts))) return;
  }
}

/** Returns whether another round is worth it at once. */
async function advance(
  services: CommandServices,
  connection: NavConnection,
  facts: NavPackageFacts,
): Promise<boolean> {
  const window = await windowOf(services, connection.settings);
  const { shipmentId } = facts.pack;
  const state = await stateNow(services, shipmentId);
  const step = nextStep(state, nowOf(services), window);
  if (step === 'nothing') return false;
  if (step === 'interrupted') {
    await record(services, shipmentId, (now, at) => interrupt(now, at, window));
    return true;
  }
  if (state.kind === 'none' || connection.gate.waitsUntil() !== null) return false;
  const askedAt = nowOf(services);
  const found = await connection.client.ask(state.trackingNumber);
  if (found.length > 0) {
    await record(services, shipmentId, (now, at) => foundInNav(now, found, at));
    return false;
  }
  return begin(services, connection, facts, (now, at) => startSending(now, askedAt, at, window));
}

async function windowOf({ db }: CommandServices, settings: NavSettings): Promise<NavWindow> {
  const { windowMs } = settings;
  const restoredAt = await lastRestoredAt(db);
  const quietUntil = restoredAt === null ? null : toInstant(restoredAt.getTime() + windowMs);
  return { windowMs, attemptMs: attemptMs(settings), quietUntil };
}

/** Appends the intent, then calls NAV; where the append adds no intent, or the call would be too late, NAV is not called. */
async function begin(
  services: CommandServices,
  connection: NavConnection,
  facts: NavPackageFacts,
  decide: Decide,
): Promise<boolean> {
  const { shipmentId } = facts.pack;
  const window = openSendWindow(connection.settings.dispatchMs);
  const events = await record(services, shipmentId, decide);
  const intent = events.find((event) => event.type === 'NavSendingStarted');
  if (intent === undefined) return isAskedAnew(services, facts, events);
  const state = await stateNow(services, shipmentId);
  const outcome =
    window.isOver() || state.kind === 'none'
      ? TOO_LATE
      : await connection.client.create(salesOrderOf(state, facts));
  await record(services, shipmentId, (now, at) => recordOutcome(now, intent.data.attempt, outcome, at));
  return outcome.kind === 'unknown';
}

/** Withdrawn instead, because the package is another one by now: it is asked for as it is, if it is under connection at all. */
async function isAskedAnew(
  services: CommandServices,
  facts: NavPackageFacts,
  events: readonly NavEvent[],
): Promise<boolean> {
  if (!events.some(({ type }) => type === 'NavDocumentWithdrawn')) return false;
  await followNavPackage(services, systemCaller(services.clock, 'nav'), facts);
  return true;
}

/** This process was paused for so long that others may count its attempt as over. NAV was not called. */
const TOO_LATE: SendingOutcome = { kind: 'postponed', code: 'too_late_to_send', message: '', waitMs: null };

type Decide = (state: NavDocumentState, now: string) => readonly NavEvent[];

async function record(
  services: CommandServices,
  shipmentId: ShipmentId,
  decide: Decide,
): Promise<readonly NavEvent[]> {
  let written: readonly NavEvent[] = [];
  const outcome = await recordNav(
    services,
    systemCaller(services.clock, 'nav'),
    shipmentId,
    (state, { now }) => {
      written = decide(state, now);
      return written;
    },
  );
  if (!outcome.ok) throw new Error(`the record of NAV was refused: ${outcome.rejection.code}`);
  return written;
}

async function stateNow(services: CommandServices, shipmentId: ShipmentId): Promise<NavDocumentState> {
  const { events } = await services.store.readStream(navStream(shipmentId));
  return navAggregate.stateOf(events);
}

function nowOf({ clock }: CommandServices): string {
  return toInstant(clock.now().getTime());
}
