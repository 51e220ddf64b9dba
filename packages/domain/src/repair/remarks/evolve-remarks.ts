import { unreachable } from '../../decider.ts';
import type { ItemStatusChanged, ReminderDue } from '../item/events.ts';
import type { CommentAdded, FollowUpRecorded } from '../item/remark-events.ts';
import type { Remarks } from '../item/parts.ts';
import { Status } from '../../shared/status.ts';

export type RemarkEvent = CommentAdded | FollowUpRecorded | ReminderDue;

export const NO_REMARKS: Remarks = { comments: [], followUps: [], reminder: null };

/** What the two sides wrote to each other, and to whom the shop spoke while the piece waited. */
export function evolveRemarks(remarks: Remarks, event: RemarkEvent): Remarks {
  switch (event.type) {
    case 'CommentAdded': {
      const { commentId: id, commentType: type, text, email, at, by } = event.data;
      return { ...remarks, comments: [...remarks.comments, { id, type, text, email, at, by }] };
    }
    case 'FollowUpRecorded': {
      const { result, note, at, by } = event.data;
      return { ...remarks, followUps: [...remarks.followUps, { result, note, at, by }] };
    }
    case 'ReminderDue': {
      const { number, dueAt, escalated, at } = event.data;
      return { ...remarks, reminder: { number, dueAt, escalated, remindedAt: at } };
    }
    default:
      return unreachable(event);
  }
}

/** A new wait at 15 is counted from its beginning; an undo goes on with the one that was. */
export function remarksAfterMove(remarks: Remarks, { to, move }: ItemStatusChanged['data']): Remarks {
  const isUndo = move === 'undo' || move === 'undo-administrative';
  return to === Status.ShopReceived && !isUndo ? { ...remarks, reminder: null } : remarks;
}
