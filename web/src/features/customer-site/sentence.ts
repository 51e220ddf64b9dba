import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { Formats } from '@atelier/ui/text/formats.ts';
import type { Translate } from './texts.ts';

/** A pair is spoken of in the plural; the languages that care have two sentences. */
const PAIRS = new Set(['earrings']);

const ON_ITS_WAY = 4;
const READY = 5;
const LAST_STEP = 6;

/** "Your ring is being repaired in our workshop." */
export function sentenceOf(item: CustomerStatusView, t: Translate): string {
  if (item.cancelled) return t('cancelled.title');
  const number = PAIRS.has(item.product_kind) ? 'many' : 'one';
  const known = t(`piece.${item.product_kind}`);
  const piece = known.startsWith('piece.') ? t('piece.other') : known;
  const tells = isBackUnrepaired(item) ? 'returnedSentence' : 'sentence';
  // From the shop too, "on its way back to you" is the sentence of the fourth step.
  return t(`${tells}.${item.to_client ? ON_ITS_WAY : item.Progress}.${number}`, {
    piece,
    shop: item.shopName,
  });
}

/** What comes back without a repair is never called ready. */
const isBackUnrepaired = ({ returned, Progress }: CustomerStatusView): boolean => returned && Progress >= 4;

/** The name of a step; the fifth of a piece that was not repaired is only its arrival. */
export const stepOf = (step: string, item: CustomerStatusView, t: Translate): string =>
  Number(step) === item.Progress && item.to_client
    ? t('door.step')
    : item.returned && step === '5'
      ? t('returnedStep')
      : t(`step.${step}`);

/** What the customer is asked, or has said, about a fee that needs their agreement; null where nothing waits. */
export const feeSentenceOf = (item: CustomerStatusView, t: Translate, formats: Formats): string | null =>
  item.fee_waits === 'no'
    ? null
    : t(`feeWaits.${item.fee_waits}`, {
        amount: formats.money(item.repair_fee, item.repair_fee_ccy),
        shop: item.shopName,
      });

/** When it may be expected, and why later than first named: never a promise. Nothing where the server says nothing. */
export function expectedOf({ expected }: CustomerStatusView, t: Translate, formats: Formats): string | null {
  if (expected === null) return null;
  const [from, to] = [expected.from, expected.to].map((day) => (day === null ? '' : formats.day(day)));
  const sentence = t(`expected.${expected.kind}`, { from: from ?? '', to: to ?? '' });
  return expected.later === null ? sentence : `${sentence} ${t(`expected.later.${expected.later}`)}`;
}

/** "Since 14 November · next it returns to Paris Vendôme"; at the end only since when. */
export function sinceOf(item: CustomerStatusView, t: Translate, formats: Formats): string {
  if (item.cancelled) return t('cancelled.text', { shop: item.shopName });
  // What a shop sends has stood at its step since it came there: that day says nothing of the parcel.
  if (item.to_client && item.Progress === READY) return t('door.next');
  const since = t('since', { day: formats.day(item.since) });
  if (item.Progress >= LAST_STEP) return since;
  const next = item.to_client ? t('door.next') : t(`nextStep.${item.Progress}`, { shop: item.shopName });
  return `${since} · ${next}`;
}
