/** What a replay follows: one record, everything of one person or place, or the configuration. */
export const REPLAY_SUBJECTS = ['item', 'rma', 'shipment', 'user', 'worker', 'site', 'config'] as const;
export type ReplaySubjectKind = (typeof REPLAY_SUBJECTS)[number];

export interface ReplaySubject {
  readonly kind: ReplaySubjectKind;
  /** 0 of the configuration, of which there is one. */
  readonly id: number;
}

const SUBJECT = /^(item|rma|shipment|user|worker|site)-([1-9]\d{0,14})$/;

/** Reads `item-42` or `config`; undefined for what is no subject. */
export function parseSubject(text: string): ReplaySubject | undefined {
  if (text === 'config') return { kind: 'config', id: 0 };
  const [, named, id] = SUBJECT.exec(text) ?? [];
  const kind = REPLAY_SUBJECTS.find((each) => each === named);
  return kind === undefined ? undefined : { kind, id: Number(id) };
}

export const subjectKey = ({ kind, id }: ReplaySubject): string =>
  kind === 'config' ? kind : `${kind}-${id}`;
