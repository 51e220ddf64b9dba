import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import ar from './ar/history.json' with { type: 'json' };
import en from './en/history.json' with { type: 'json' };
import es from './es/history.json' with { type: 'json' };
import fr from './fr/history.json' with { type: 'json' };
import ja from './ja/history.json' with { type: 'json' };
import zhCn from './zh-CN/history.json' with { type: 'json' };
import zhTw from './zh-TW/history.json' with { type: 'json' };
import { fillText, TEXTS } from './texts.ts';

const FILES = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, fr, es, ja, ar } as const;

const MOVES: Readonly<Record<string, string>> = {
  rework: 'rework',
  recall: 'rework',
  undo: 'undo',
  'undo-administrative': 'undo',
  administrative: 'administrative',
  override: 'override',
};
const HOLDER = /^\$t\(values:holder\.([\w-]+)\)$/;

/** The sentence of a piece's event, as its history on the screen says it: for a move the stage it led to. */
export function eventWords(
  language: ReferenceLanguage,
  {
    type,
    status,
    move,
  }: { readonly type: string; readonly status: number | null; readonly move: string | null },
): string {
  const { statuses, values } = TEXTS[language];
  const words = new Map<string, string>(Object.entries(FILES[language].event));
  if (type === 'ItemStatusChanged' && status !== null) {
    const stage = new Map(Object.entries(statuses)).get(String(status)) ?? '';
    return fillText(words.get(MOVES[move ?? ''] ?? 'status') ?? '', { stage });
  }
  const own = words.get(type) ?? words.get('other') ?? type;
  const [, holder] = HOLDER.exec(own) ?? [];
  return holder === undefined
    ? own
    : (new Map<string, string>(Object.entries(values.holder)).get(holder) ?? own);
}
