import { remarkWords } from '@atelier/domain/remark-length.ts';
import { MEASUREMENT_LIMITS } from '@atelier/domain/repair/contract.ts';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readDecimal } from '../../../../lib/i18n/typed-number.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { HoldDialog } from '../../../../shared/decisions/hold-dialog.tsx';
import { CommandDialog } from '../../../../shared/form/command-dialog.tsx';
import { FormArea, FormText } from '../../../../shared/form/form-field.tsx';
import { ImageField } from '../../../../shared/images/image-field.tsx';
import { useRefreshItem } from '../../../../shared/item/use-refresh-item.ts';
import { imagesQuery } from '../../../../shared/queries/item.ts';
import { useRules } from '../../../../shared/rules/rules.ts';
import type { PieceAction, PieceDialogProps } from './piece-action.ts';
import { useScansWait } from './use-scans-wait.ts';
import { ConditionDialog } from './condition-dialog.tsx';
import { PartsDialog } from './parts-dialog.tsx';

/** The window of one action on the piece; what was typed there belongs to this piece alone. */
export function PieceDialog({ action, ...props }: PieceDialogProps & { action: PieceAction }) {
  switch (action) {
    case 'hold':
      return <HeldDialog direction="place" {...props} />;
    case 'release':
      return <HeldDialog direction="release" {...props} />;
    case 'comment':
      return <CommentDialog {...props} />;
    case 'photo':
      return <PhotoDialog {...props} />;
    case 'weight':
      return <WeightDialog {...props} />;
    case 'parts':
      return <PartsDialog {...props} />;
    case 'marks':
      return <ConditionDialog {...props} />;
  }
}

function HeldDialog(props: PieceDialogProps & { direction: 'place' | 'release' }) {
  useScansWait(props.onClose);
  return <HoldDialog {...props} />;
}

function CommentDialog({ item, onClose }: PieceDialogProps) {
  const { t } = useTranslation(['bench', 'rma']);
  const { number } = useStaffFormat();
  const refresh = useRefreshItem(item);
  const limit = useRules().remarkWords;
  useScansWait(onClose);
  return (
    <CommandDialog
      values={{ comment: '' }}
      title={t('bench:comment.title', { number: item.number })}
      size={520}
      testId="bench-comment"
      accept={t('bench:comment.yes')}
      call={({ comment }: { comment: string }) => ({
        path: '/operationcomment',
        body: { id: item.id, comment },
      })}
      done={t('bench:comment.done', { number: item.number })}
      onDone={refresh}
      onClose={onClose}
    >
      {(at) => (
        <FormArea
          {...at('comment')}
          label={t('bench:action.comment')}
          rows={4}
          required={t('bench:comment.required')}
          check={(typed) =>
            remarkWords(typed) > limit ? t('rma:remarks.tooLong', { limit: number(limit) }) : undefined
          }
        />
      )}
    </CommandDialog>
  );
}

function WeightDialog({ item, onClose }: PieceDialogProps) {
  const { t } = useTranslation(['bench', 'measure']);
  const refresh = useRefreshItem(item);
  useScansWait(onClose);
  const gramsOf = (typed: string): number | null => {
    const grams = readDecimal(typed);
    return grams !== null && grams > 0 && grams <= MEASUREMENT_LIMITS.grams ? grams : null;
  };
  return (
    <CommandDialog
      values={{ weight: '' }}
      title={t('bench:weight.ask', { number: item.number })}
      size={420}
      testId="bench-weight"
      accept={t('bench:weight.yes')}
      call={({ weight }: { weight: string }) => {
        const grams = gramsOf(weight);
        return grams === null
          ? null
          : { path: '/rma/measure', body: { rma_item_id: item.id, weight: grams } };
      }}
      done={t('bench:weight.done', { number: item.number })}
      onDone={refresh}
      onClose={onClose}
      sendsOnEnter
    >
      {(at) => (
        <FormText
          {...at('weight')}
          label={t('measure:weight')}
          inputMode="decimal"
          maxLength={12}
          required={t('measure:weightIssue')}
          check={(typed) => (gramsOf(typed) === null ? t('measure:weightIssue') : undefined)}
        />
      )}
    </CommandDialog>
  );
}

function PhotoDialog({ item, onClose }: PieceDialogProps) {
  const { t } = useTranslation('bench');
  const client = useQueryClient();
  const refresh = useRefreshItem(item);
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const [photo] = photos;
  useScansWait(onClose);
  return (
    <CommandDialog
      title={t('photo.title', { number: item.number })}
      size={520}
      testId="bench-photo-add"
      accept={t('photo.yes')}
      disabled={photo === undefined}
      call={() =>
        photo === undefined ? null : { path: '/rma/measure', body: { rma_item_id: item.id, photo } }
      }
      done={t('photo.done', { number: item.number })}
      onDone={() => {
        refresh();
        void client.invalidateQueries(imagesQuery(item.id));
      }}
      onClose={onClose}
    >
      <ImageField
        label={t('photo.label')}
        value={photos}
        onChange={setPhotos}
        max={1}
        testId="bench-photo-field"
      />
    </CommandDialog>
  );
}
