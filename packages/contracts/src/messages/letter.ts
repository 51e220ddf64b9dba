import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { MessageChannel } from '@atelier/domain/shared/message-terms.ts';
import type { Words } from './template.ts';
import type { Sender } from '@atelier/domain/messages/wording.ts';

/** A finished message, on its way out. */
export interface Letter {
  /** The same at every attempt: a recipient recognises a duplicate by it. */
  readonly id: string;
  readonly channel: MessageChannel;
  readonly from: Sender;
  readonly to: string;
  readonly words: Words;
  readonly language: ReferenceLanguage;
  /** Where a customer ends messages, on a page and in one step. */
  readonly optOut: string;
}
