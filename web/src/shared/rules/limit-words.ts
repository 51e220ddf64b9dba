import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { useRules } from './rules.ts';

const WEEK_MS = 7 * DAY_MS;

/** A limit as people say it: hours up to a week ("72 hours"), whole days from there on ("7 days"). */
export function limitWords(ms: number, language: string, unitDisplay: 'narrow' | 'long'): string {
  const isDays = ms >= WEEK_MS && ms % DAY_MS === 0;
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  const unit = isDays ? 'day' : 'hour';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(
    ms / (isDays ? DAY_MS : HOUR_MS),
  );
}

export interface LimitWords {
  /** In the name of a tile: in English `72h` and `a week`. */
  readonly name: string;
  /** In a sentence. */
  readonly long: string;
  /** On a badge. */
  readonly short: string;
}

/** The limit that a tile's name speaks of; '' for a tile without one. */
export function limitOf(tile: string, limits: ReturnType<typeof useLimits>): LimitWords {
  if (tile === 'ready_to_ship_over_72h') return limits.ready;
  return tile === 'waiting_for_customer_over_week' ? limits.waiting : { name: '', long: '', short: '' };
}

/** How long is too long, as configured: ready to ship, and waiting for the customer. */
export function useLimits(): { readonly ready: LimitWords; readonly waiting: LimitWords } {
  const { t, i18n } = useTranslation('status');
  const { language } = i18n;
  const { readyToShipOverMs, waitingOverMs } = useRules();
  // Making a number format takes a millisecond on a phone: once per language and limit, not per drawing.
  return useMemo(() => {
    // Japanese narrow is Latin letters; its long form is as short.
    const badge = language === 'ja' ? 'long' : 'narrow';
    const nameStyle = language === 'en' ? 'narrow' : 'long';
    const words = (ms: number): LimitWords => ({
      name: ms === WEEK_MS ? t('aWeek') : limitWords(ms, language, nameStyle),
      long: limitWords(ms, language, 'long'),
      short: limitWords(ms, language, badge),
    });
    return { ready: words(readyToShipOverMs), waiting: words(waitingOverMs) };
  }, [t, language, readyToShipOverMs, waitingOverMs]);
}
