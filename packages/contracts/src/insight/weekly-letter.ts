import type { WeeklyFigures } from '@atelier/domain/insight/weekly/figures.ts';
import { movedBy, spanOf } from '@atelier/domain/insight/periods.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import ar from '../locales/ar/weekly.json' with { type: 'json' };
import en from '../locales/en/weekly.json' with { type: 'json' };
import es from '../locales/es/weekly.json' with { type: 'json' };
import fr from '../locales/fr/weekly.json' with { type: 'json' };
import ja from '../locales/ja/weekly.json' with { type: 'json' };
import zhCn from '../locales/zh-CN/weekly.json' with { type: 'json' };
import zhTw from '../locales/zh-TW/weekly.json' with { type: 'json' };
import { fillText } from '../locales/texts.ts';

/** A finished mail, as `Letter` carries it. */
interface MailWords {
  readonly subject: string;
  readonly body: string;
  readonly footer: string;
}

const FILES: Readonly<Record<ReferenceLanguage, typeof en>> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  fr,
  es,
  ja,
  ar,
};

/** What the page says to which a mail's link leads. */
export const weeklyPageWords = (language: ReferenceLanguage): (typeof en)['page'] => FILES[language].page;

/** The mail that confirms an address. */
export function codeWords(language: ReferenceLanguage, code: string, optOut: string): MailWords {
  const { subject, body, footer } = FILES[language].code;
  return { subject, body: fillText(body, { code }), footer: fillText(footer, { optOut }) };
}

export interface WeeklyLetter {
  readonly week: Day;
  readonly figures: WeeklyFigures;
  readonly language: ReferenceLanguage;
  /** The account's site; null for all sites. */
  readonly site: string | null;
  readonly publicUrl: string;
  readonly optOut: string;
}

/** The weekly summary: a paragraph for each figure, with the address of the screen that shows it for the same week and moment. */
export function weeklyWords({ week, figures, language, site, publicUrl, optOut }: WeeklyLetter): MailWords {
  const words = FILES[language];
  const place = site ?? words.everywhere;
  const named = { place, week: daysOf(week, language) };
  const links = linksOf(publicUrl, week);
  const parts = paragraphsOf(figures, language).map(([text, screen]) => `${text}\n${links[screen]}`);
  return {
    subject: fillText(words.subject, named).replaceAll(/\s+/g, ' ').trim(),
    body: [fillText(words.lead, named), ...parts].join('\n\n'),
    footer: fillText(words.footer, { optOut }),
  };
}

type Screen = 'figures' | 'radar' | 'flow';
type Paragraph = readonly [text: string, screen: Screen];

function linksOf(publicUrl: string, week: Day): Readonly<Record<Screen, string>> {
  const { from, to } = { from: week, to: movedBy({ from: week, to: week }, 6).to };
  const query = `from=${from}&to=${to}&before=previous&as_of=${spanOf({ from, to }).until}`;
  return {
    figures: `${publicUrl}/insight?${query}`,
    flow: `${publicUrl}/insight/flow?${query}`,
    radar: `${publicUrl}/insight/radar`,
  };
}

function paragraphsOf(figures: WeeklyFigures, language: ReferenceLanguage): readonly Paragraph[] {
  const words = FILES[language];
  const { number } = formatsOf(language);
  const { turnaround, open, repeats, alarms, flow } = figures;
  const numbers = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number(Number(value))]));
  return [
    [turnaroundText(turnaround, language), 'figures'],
    ...withinText(turnaround, language),
    [fillText(words.open, numbers({ open: open.pieces, old: open.old })), 'figures'],
    [fillText(words.repeats, numbers(repeats)), 'figures'],
    ...(flow === null ? [] : [[fillText(words.flow, numbers(flow)), 'flow'] as const]),
    ...(alarms === null ? [] : [[fillText(words.alarms, numbers({ alarms })), 'radar'] as const]),
  ];
}

function turnaroundText({ week, before }: WeeklyFigures['turnaround'], language: ReferenceLanguage): string {
  const words = FILES[language];
  const { number, span } = formatsOf(language);
  return fillText(week.count === 0 ? words.noTurnaround : words.turnaround, {
    count: number(week.count),
    median: span(week.median),
    p90: span(week.p90),
    medianBefore: span(before.median),
    p90Before: span(before.p90),
  });
}

/** Left out where no piece had a date. */
function withinText(
  { week, before }: WeeklyFigures['turnaround'],
  language: ReferenceLanguage,
): readonly Paragraph[] {
  if (week.told === 0) return [];
  const { number, share } = formatsOf(language);
  const text = fillText(FILES[language].within, {
    share: share(week),
    kept: number(week.kept),
    told: number(week.told),
    shareBefore: share(before),
  });
  return [[text, 'figures']];
}

/** Where nothing is counted. */
const NONE = '–';
const DAY_SECONDS = 86_400;
const LATIN = { numberingSystem: 'latn' } as const;

function formatsOf(language: ReferenceLanguage) {
  const whole = new Intl.NumberFormat(language, LATIN);
  const percent = new Intl.NumberFormat(language, { ...LATIN, style: 'percent', maximumFractionDigits: 0 });
  const days = new Intl.NumberFormat(language, {
    ...LATIN,
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
  return {
    number: (value: number) => whole.format(value),
    span: (seconds: number | null) => (seconds === null ? NONE : days.format(seconds / DAY_SECONDS)),
    share: ({ told, kept }: { readonly told: number; readonly kept: number }) =>
      told === 0 ? NONE : percent.format(kept / told),
  };
}

/** The seven days of a week, such as 16–22 November 2026. */
function daysOf(monday: Day, language: ReferenceLanguage): string {
  const { to } = movedBy({ from: monday, to: monday }, 6);
  const format = new Intl.DateTimeFormat(language, {
    ...LATIN,
    calendar: 'gregory',
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return format.formatRange(new Date(monday), new Date(to));
}
