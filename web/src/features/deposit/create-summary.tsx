import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { readAmount } from '../../shared/item/amount.ts';
import type { FormRules } from './form-issues.ts';
import type { RmaValues } from './form-values.ts';
import { SendingState } from './sending-state.tsx';
import { StartOver } from './start-over.tsx';
import { warrantyOf } from './parts/warranty-of.ts';

export interface CreateSummaryProps {
  rules: () => FormRules;
  error: ApiError | null;
  isBusy: boolean;
  /** There is no connection: it is sent when it returns. */
  isWaiting: boolean;
  onSubmit: () => void;
  onClear: () => void;
}

/** Beside a deposit that is edited: the pieces with their warranty and fee, what is missing, and the one button. */
export function CreateSummary(props: CreateSummaryProps) {
  const { rules, error, isBusy, isWaiting, onSubmit, onClear } = props;
  const { t } = useTranslation(['rma', 'deposit', 'common', 'created']);
  const { control } = useFormContext<RmaValues>();
  const items = useWatch({ control, name: 'items' });
  return (
    <Panel title={t('deposit:summary')} className="create-summary" testId="create-summary">
      <ul className="summary-pieces">
        {items.map((piece, index) => (
          // The place is the identity: pieces have no id before they exist.
          // oxlint-disable-next-line react/no-array-index-key
          <li className="row gap-12 pad-10 line-below" key={index}>
            <PieceImage kind={piece.product_kind} size={32} />
            <span className="stack gap-0">
              <span className="strong clip">
                <bdi>{piece.product_name || t('deposit:section.piece', { number: index + 1 })}</bdi>
              </span>
              <PieceVerdict piece={piece} rules={rules()} />
            </span>
          </li>
        ))}
      </ul>
      <div className="panel-body stack">
        <SendingState error={error} isWaiting={isWaiting} />
        <Button variant="primary" size="large" wide busy={isBusy} onClick={onSubmit} testId="create-submit">
          {t('deposit:edit.save')}
        </Button>
        <div className="row small muted">
          <span className="push">
            <StartOver label={t('deposit:edit.undo')} onClear={onClear} />
          </span>
        </div>
      </div>
    </Panel>
  );
}

function PieceVerdict({ piece, rules }: { piece: RmaValues['items'][number]; rules: FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const warranty = warrantyOf(piece, rules);
  const amount = readAmount(piece.maintenance_amount, rules.currency);
  if (warranty === null) return null;
  const fee = warranty.inWarranty ? 0 : amount;
  return (
    <span className="small muted clip">
      {t(warranty.inWarranty ? 'terms:warranty.in' : 'terms:warranty.out')}
      {fee !== null && (
        <bdi className="num"> · {fee === 0 ? t('fee.none') : format.money(fee, rules.currency)}</bdi>
      )}
    </span>
  );
}
