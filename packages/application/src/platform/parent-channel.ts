/** A process ends because of this. */
export interface EndMessage {
  readonly type: 'end';
  /** Says what to do; of a defect, what failed. */
  readonly sentence: string;
  /** No setting or server is at fault: the log has the stack. */
  readonly isDefect: boolean;
}

/** Something that a process needs is away, or back. */
export interface NoticeMessage {
  readonly type: 'notice';
  readonly about: string;
  readonly sentence: string;
  readonly isOver: boolean;
}

/** The start is over and everything runs. */
export interface ReadyMessage {
  readonly type: 'ready';
}

/** What a service says to the process that started it: data over the channel, never its last line of output. */
export type ParentMessage = EndMessage | NoticeMessage | ReadyMessage;

/** Resolves when the message was handed over; at once where no process listens. */
export function tellParent(message: ParentMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

/** Reads what a child sent; undefined for what is none of these messages. */
export function parentMessageIn(value: unknown): ParentMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, sentence, about, isDefect, isOver }: Readonly<Record<string, unknown>> = { ...value };
  if (type === 'ready') return { type };
  if (typeof sentence !== 'string') return undefined;
  if (type === 'end') return { type, sentence, isDefect: isDefect === true };
  return type === 'notice' && typeof about === 'string'
    ? { type, sentence, about, isOver: isOver === true }
    : undefined;
}
