import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { readParts, type UsedLine } from './parts-of-entry.ts';

interface PartsEntryProps {
  entry: HistoryEntry;
  /** The whole history: a correction names the record it replaces. */
  entries: readonly HistoryEntry[];
}

/** The stones, parts and metal of one record with their bench; for a correction also what it replaces or withdraws. */
export function PartsEntry({ entry, entries }: PartsEntryProps) {
  const { t } = useTranslation(['rma', 'status']);
  const format = useStaffFormat();
  const wordsOf = useLineWords();
  const parts = readParts(entry);
  if (parts === null) return null;
  const replaced = entries.find(
    (one) => parts.corrects !== null && readParts(one)?.record === parts.corrects,
  );
  const isCorrected = entries.some((one) => readParts(one)?.corrects === parts.record);
  return (
    <>
      {parts.lines.length > 0 && (
        <span className="small" data-testid="parts-entry" data-corrected={isCorrected || undefined}>
          <span className="parts-lines">{wordsOf(parts.lines)}</span>
          <span className="muted">
            {' · '}
            {t('rma:timeline.parts.at', { stage: t(`status:name.${parts.status}`) })}
            {isCorrected && ` · ${t('rma:timeline.parts.corrected')}`}
          </span>
        </span>
      )}
      {replaced !== undefined && (
        <span className="small muted" data-testid="parts-corrects">
          {t(`rma:timeline.parts.${parts.lines.length === 0 ? 'withdraws' : 'replaces'}`, {
            at: format.dateTime(replaced.at),
            lines: wordsOf(readParts(replaced)?.lines ?? []),
          })}
        </span>
      )}
    </>
  );
}

/** Stones and parts by number, metal by weight. */
function useLineWords(): (lines: readonly UsedLine[]) => string {
  const { t } = useTranslation(['rma', 'bench']);
  const format = useStaffFormat();
  return (lines) =>
    format.list(
      lines.map(({ kind, code, pieces, grams }) =>
        pieces === null
          ? t('rma:timeline.parts.weighed', {
              kind: t(`bench:parts.${kind}`),
              code,
              grams: format.number(grams),
            })
          : t('rma:timeline.parts.counted', { kind: t(`bench:parts.${kind}`), code, count: pieces }),
      ),
    );
}
