import { Check, ChevronDown, Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { reasonsQuery, useReasonName } from '../../../shared/item/reasons.ts';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useQuery } from '@tanstack/react-query';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { PieceBody } from '../parts/piece-body.tsx';
import { useExpected } from './expected-of-piece.ts';
import { feeOfPiece } from './fee-of-piece.ts';
import { WarrantyTag } from './warranty-tag.tsx';
import { weightWords } from './weight-words.ts';

interface PieceCardProps {
  index: number;
  rules: () => FormRules;
  /** What it still lacks; null while that is not known. */
  issues: number | null;
  isOpen: boolean;
  onToggle: () => void;
  /** Work has begun in it: it stays open when nothing is wrong with it any longer. */
  onWork: () => void;
  onRemove: (() => void) | null;
}

/** A piece at the counter: one line while it is folded, and what is still to be asked when it is open. */
export function PieceCard({ index, rules, issues, isOpen, onToggle, onWork, onRemove }: PieceCardProps) {
  const { t } = useTranslation(['deposit', 'steps']);
  const { control } = useFormContext<RmaValues>();
  const piece = useWatch({ control, name: `items.${index}` });
  const isReady = issues === 0;
  return (
    <section className="panel deposit-piece" data-open={isOpen || undefined} data-testid={`piece-${index}`}>
      <header>
        <h2>
          <button
            type="button"
            className="piece-head"
            aria-expanded={isOpen}
            onClick={onToggle}
            data-testid={`items.${index}.open`}
          >
            <span className="deposit-step-mark num" data-done={isReady || undefined} aria-hidden>
              {isReady ? <Check size={15} /> : index + 1}
            </span>
            <PieceImage kind={piece.product_kind} size={44} />
            <span className="stack gap-0">
              <bdi className="strong">
                {piece.product_name || t('deposit:section.piece', { number: index + 1 })}
              </bdi>
              <PieceWords piece={piece} />
            </span>
            <ChevronDown size={18} aria-hidden className="piece-chevron" />
          </button>
        </h2>
        <span className="push row wrap">
          {!isOpen && <Facts piece={piece} rules={rules()} />}
          {issues !== null && issues > 0 && <Tag>{t('steps:piece.todo', { count: issues })}</Tag>}
          {onRemove !== null && (
            <IconButton
              icon={<Trash2 size={16} aria-hidden />}
              label={t('deposit:removePiece', { number: index + 1 })}
              onClick={onRemove}
              testId={`items.${index}.remove`}
            />
          )}
        </span>
      </header>
      {isOpen && (
        <div className="panel-body" onFocus={onWork}>
          <PieceBody index={index} rules={rules} brief />
        </div>
      )}
    </section>
  );
}

/** Its size and what is wrong with it. */
function PieceWords({ piece }: { piece: PieceValues }) {
  const nameOf = useReasonName(useQuery(reasonsQuery()).data?.data);
  const words = [piece.product_size, ...piece.reasons.map((id) => nameOf(id, ''))].filter(Boolean);
  return <bdi className="small muted clip">{words.join(' · ')}</bdi>;
}

/** Weight, warranty, fee and date to expect of a folded piece. */
function Facts({ piece, rules }: { piece: PieceValues; rules: FormRules }) {
  const { t } = useTranslation(['steps', 'expected']);
  const format = useStaffFormat();
  const fee = feeOfPiece(piece, rules);
  const expected = useExpected([piece], rules);
  return (
    <>
      {piece.total_weight.trim() !== '' && (
        <span className="num strong">{t('grams', { weight: weightWords(piece, format) })}</span>
      )}
      <WarrantyTag bought={piece} rules={rules} />
      {fee !== null && (
        <bdi className="num strong">{fee === 0 ? t('free') : format.money(fee, rules.currency)}</bdi>
      )}
      {expected !== null && (
        <span className="num strong" data-testid="piece-expected">
          {t('expected:latest', { day: format.dayShort(expected.latest) })}
        </span>
      )}
    </>
  );
}
