const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A text as search compares it: no case, no accents, single spaces; none at all in Han and kana. */
export const searchKey = (text: string): string => {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  return plain.replace(/\s+/gu, HAN_OR_KANA.test(plain) ? '' : ' ');
};

/** The digits of a phone number as typed, without what differs between home and abroad: plus sign, zeros in front. */
export const phoneKey = (text: string): string => text.replace(/\D/gu, '').replace(/^0+/u, '');
