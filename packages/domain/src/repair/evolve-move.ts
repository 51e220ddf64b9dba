import { unreachable } from '../decider.ts';
import type { ItemStatusChanged } from './item/events.ts';
import { collectionAfterMove } from './collection/evolve-collection.ts';
import { remarksAfterMove } from './remarks/evolve-remarks.ts';
import { transferAfterMove } from './evolve-transfer.ts';
import { transferOf, type Ended, type Item, type ItemFacts } from './item/item.ts';
import type { BeforeSend, LastMove } from './item/parts.ts';
import { Status } from '../shared/status.ts';

type Moved = ItemStatusChanged['data'];

/** A move spends the marks that waited for it; after an undo nothing more can be undone. */
export function moved(item: Item, data: Moved): Item {
  const { enteredAt, by } = data;
  const facts: ItemFacts = {
    ...factsOf(item),
    enteredAt,
    scans: { ...item.scans, marks: [] },
    lastWorkerId: by.workerId ?? item.lastWorkerId,
    remarks: remarksAfterMove(item.remarks, data),
    collection: collectionAfterMove(item.collection, data.from, data.to),
    lastMove: isUndo(data) ? null : lastMove(item, data),
  };
  return entered(facts, item, data);
}

const isUndo = ({ move }: Moved): boolean => move === 'undo' || move === 'undo-administrative';

/** The piece with what is true only in the state that its new status belongs to. */
function entered(facts: ItemFacts, before: Item, data: Moved): Item {
  const { to } = data;
  switch (to) {
    case Status.Created:
      return { ...facts, state: 'at-shop', status: to };
    case Status.SentToWarehouse:
    case Status.MCToCN:
    case Status.LogisticsShipOut: {
      const transfer = transferAfterMove(transferOf(before), to);
      return { ...facts, state: 'in-transit', status: to, transfer, beforeSend: beforeSend(before, data) };
    }
    case Status.ReceiveFromShop:
    case Status.SAVCheckResult:
    case Status.IncomingCheck:
    case Status.RepairProcess:
    case Status.RepairPolish:
    case Status.RepairQC:
    case Status.PlatingProcess:
    case Status.AssemblyProcess:
    case Status.AssemblyPenPlatingProcess:
    case Status.AssemblySettingStone:
    case Status.AssemblySettingPearl:
    case Status.FinalQCProcess:
    case Status.RepairDone:
      return {
        ...facts,
        state: 'at-factory',
        status: to,
        transfer: transferAfterMove(transferOf(before), to),
      };
    case Status.ShopReceived:
      return { ...facts, state: 'ready', status: to };
    case Status.TakenByClient:
    case Status.Closed:
    case Status.Cancelled:
      return { ...facts, state: 'ended', status: to, ...endOf(before, data) };
    default:
      return unreachable(to);
  }
}

/** What is known wherever it stands. */
function factsOf(item: Item): ItemFacts {
  switch (item.state) {
    case 'at-shop':
    case 'ready': {
      const { state: _state, status: _status, ...facts } = item;
      return facts;
    }
    case 'in-transit': {
      const { state: _state, status: _status, transfer: _transfer, beforeSend: _before, ...facts } = item;
      return facts;
    }
    case 'at-factory': {
      const { state: _state, status: _status, transfer: _transfer, ...facts } = item;
      return facts;
    }
    case 'ended': {
      const { state: _state, status: _status, taken: _taken, handedOverAt: _handedOver, ...facts } = item;
      return facts;
    }
    default:
      return unreachable(item);
  }
}

function lastMove(item: Item, { from, to, move, at, by }: Moved): LastMove {
  return {
    from,
    to,
    move,
    at,
    by,
    previousEnteredAt: item.enteredAt,
    previousCustody: item.custody,
    previousShipmentId: item.legs.current?.shipmentId ?? null,
    previousBeforeSend: item.state === 'in-transit' ? item.beforeSend : null,
  };
}

/** An undone receipt finds again what the piece was before it was sent. */
function beforeSend(item: Item, data: Moved): BeforeSend | null {
  if (isUndo(data)) return item.lastMove?.previousBeforeSend ?? null;
  return { status: data.from, enteredAt: item.enteredAt };
}

function endOf(before: Item, data: Moved): Pick<Ended, 'taken' | 'handedOverAt'> {
  const { to, move, enteredAt, runId } = data;
  const kept = before.state === 'ended' && !isUndo(data) ? before : { taken: null, handedOverAt: null };
  const administrative = move === 'administrative';
  const taken = to === Status.TakenByClient ? { at: enteredAt, administrative, runId } : kept.taken;
  return { taken, handedOverAt: kept.handedOverAt };
}
