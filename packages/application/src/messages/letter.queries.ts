import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { OPT_OUT_PATH } from '@atelier/domain/messages/contract.ts';
import type { Letter } from '@atelier/contracts/messages/letter.ts';
import type { Message } from '@atelier/domain/messages/message.ts';
import {
  defaultTemplate,
  fillTemplate,
  type Filling,
  type Words,
} from '@atelier/contracts/messages/template.ts';
import { ownTemplateOf } from '@atelier/domain/messages/wording.ts';
import { fullName, fullPhone } from '@atelier/domain/deposit/names.ts';
import { nearestLanguage, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { Money } from '@atelier/domain/kernel.ts';
import { choiceToken } from './choice.queries.ts';
import type { KnownMessage, MessageSettings } from './message-facts.queries.ts';

/** The words of a message to its customer as they are now; null where the customer can no longer be written to. */
export function letterOf(message: Message, known: KnownMessage, house: MessageSettings): Letter | null {
  const { facts, rma } = known;
  const { sender, contact } = facts;
  if (sender === null || contact === null || message.channel === null) return null;
  const language = nearestLanguage(rma.language) ?? 'en';
  const words = wordsOf(message, known, house, language);
  if (words === null) return null;
  const optOut = optOutLink(house, known);
  return {
    id: `${message.head.messageId}.${message.head.cause}`,
    channel: message.channel,
    from: sender,
    to: message.channel === 'email' ? (contact.email ?? '') : numberOf(known),
    words,
    language,
    optOut,
  };
}

/** A reply in the words of the staff, without a link below: the customer asked, and a stop word ends it. */
function wordsOf(
  message: Message,
  known: KnownMessage,
  house: MessageSettings,
  language: ReferenceLanguage,
): Words | null {
  const { kind } = message.head;
  if (kind === 'received') return null;
  if (kind === 'reply') return message.text === null ? null : { subject: '', body: message.text, footer: '' };
  const template = ownTemplateOf(known.wording, kind, language) ?? defaultTemplate(kind, language);
  const filling = fillingOf(message, known, house);
  return fillTemplate(template, filling, language, optOutLink(house, known));
}

const optOutLink = ({ publicUrl, masterKey }: MessageSettings, { rma }: KnownMessage): string =>
  `${publicUrl}${OPT_OUT_PATH}${choiceToken(masterKey, rma.id)}`;

const numberOf = ({ facts, rma }: KnownMessage): string =>
  facts.conversation?.number ??
  (rma.contact === null ? '' : fullPhone(rma.contact.phoneCode, rma.contact.phone));

function fillingOf(
  { head }: Message,
  { rma, items, shop, feeToken }: KnownMessage,
  house: MessageSettings,
): Filling {
  const { contact } = rma;
  const page = `${house.publicUrl}/customerStatus?rma_id=${encodeURIComponent(rma.publicReference)}`;
  return {
    customer: contact === null ? '' : fullName(contact.firstName, contact.lastName),
    number: head.kind === 'deposit' ? rma.number : items.map(({ number }) => number).join(', '),
    product: items.map(({ product }) => product.name).join(', '),
    shop: shop.name,
    phone: shop.phone,
    amount: head.fee === null ? '' : moneyIn(head.fee, rma.language),
    link: head.kind === 'fee' ? `${house.publicUrl}${FEE_PATH}${feeToken}` : page,
  };
}

/** An amount in a customer's language. */
export function moneyIn({ amount, currency }: Money, tag: string): string {
  const format = new Intl.NumberFormat(nearestLanguage(tag) ?? 'en', {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
