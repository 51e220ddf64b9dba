import type { LiveRemoved } from '@atelier/domain/live/contract.ts';
import type { PlacedItem } from '@atelier/store/live/ports.ts';
import { maySeeItem, maySeeOther } from './admission.ts';
import type { TopicChange } from './change-set.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame } from './frames.ts';
import type { Frame } from './frames.ts';

export interface FrameContext {
  readonly topic: string;
  readonly epoch: string;
  readonly position: number;
}

/**
 * One change of one topic as frames: made once per variant of screens, shared by all screens of it. Undefined for
 * those the change says nothing to.
 */
export class TopicFrames {
  readonly #change: TopicChange;
  readonly #context: FrameContext;
  readonly #made = new Map<string, Frame | undefined>();

  constructor(change: TopicChange, context: FrameContext) {
    this.#change = change;
    this.#context = context;
  }

  for(connection: LiveConnection): Frame | undefined {
    const { variant } = connection;
    if (!this.#made.has(variant)) this.#made.set(variant, this.#make(connection));
    return this.#made.get(variant);
  }

  /** Authorised row by row: what this variant may not see now is at most said to be gone. */
  #make({ audience, scope }: LiveConnection): Frame | undefined {
    const { rows, others, left } = this.#change;
    const seen = rows.filter(({ row }) => maySeeItem(scope, row.item.place));
    const lost = rows.filter(
      ({ row, passed }) => !maySeeItem(scope, row.item.place) && maySeeItem(scope, passed),
    );
    const texts = [
      ...seen.map(({ row }) => row.for(audience)),
      ...others.filter(({ other }) => maySeeOther(scope, other)).map((each) => each.text),
    ];
    const removed = [...left, ...lost.map(({ row }) => removedOf(row.item))];
    if (texts.length === 0 && removed.length === 0) return undefined;
    return changeFrame({ ...this.#context, rows: texts, removed });
  }
}

function removedOf({ id, version }: PlacedItem): LiveRemoved {
  return { kind: 'item', id, version };
}
