import { remarkWords } from '@atelier/domain/remark-length.ts';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { HoldDialog } from '../../../../shared/decisions/hold-dialog.tsx';
import { CommandDialog } from '../../../../shared/form/command-dialog.tsx';
import { FormArea } from '../../../../shared/form/form-field.tsx';
import { ImageField } from '../../../../shared/images/image-field.tsx';
import { useRefreshItem } from '../../../../shared/item/use-refresh-item.ts';
import { imagesQuery } from '../../../../shared/queries/item.ts';
import { useRules } from '../../../../shared/rules/rules.ts';
import { WeighDialog } from '../../../../shared/weights/weigh-dialog.tsx';
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

function WeightDialog(props: PieceDialogProps) {
  useScansWait(props.onClose);
  return <WeighDialog {...props} />;
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
