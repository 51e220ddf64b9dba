import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { useFormat } from '@atelier/ui/text/format.ts';
import { DEVICE_ZONE } from '../../lib/time/moment-field.ts';

export interface Moments {
  /** `Europe/Paris`: whose days and times are shown. */
  readonly zone: string;
  /** `2026-11-25`, in the zone. */
  readonly dayOf: (at: string) => string;
  /** `Wednesday 25 November 2026`. */
  readonly dayTitle: (at: string) => string;
  /** `14:03:22 GMT+1`. */
  readonly time: (at: string) => string;
  /** The same with its day. */
  readonly dateTime: (at: string) => string;
}

/** Moments to the second with their time zone: the reader's own, or a site's. */
export function useMoments(siteZone?: string | null): Moments {
  const { language } = useTranslation().i18n;
  const own = useOptionalSession()?.view.site?.time_zone ?? DEVICE_ZONE;
  const zone = siteZone ?? own;
  const format = useFormat(zone);
  return useMemo(() => {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const titles = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, dateStyle: 'full' });
    const names = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
    const nameAt = (at: string): string =>
      names.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    const time = (at: string): string => `${format.time(at, true)} ${nameAt(at)}`;
    return {
      zone,
      dayOf: (at) => days.format(new Date(at)),
      dayTitle: (at) => titles.format(new Date(at)),
      time,
      dateTime: (at) => `${format.date(at)} ${time(at)}`,
    };
  }, [zone, language, format]);
}

/** Arabic with Latin digits, as everywhere; English as the world outside America writes dates. */
const localeOf = (language: string): string =>
  ({ ar: 'ar-u-nu-latn-ca-gregory', en: 'en-GB' })[language] ?? language;
