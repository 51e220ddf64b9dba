import { DEPOSIT_LENGTH, DEPOSIT_LIMITS } from '@atelier/domain/deposit/contract.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { AuthImage } from '../images/auth-image.tsx';
import type { Mark } from './mark.ts';
import { MarkCanvas } from './mark-canvas.tsx';
import './marks.css';

export interface MarksDialogProps {
  /** Of the pieces' pictures, in their order. */
  images: readonly string[];
  marks: readonly Mark[];
  title: string;
  busy?: boolean;
  onSave: (marks: readonly Mark[]) => void;
  onClose: () => void;
}

/** What is worn or damaged: a press on the picture sets a number, and a few words say what is there. */
export function MarksDialog({
  images,
  marks: before,
  title,
  busy = false,
  onSave,
  onClose,
}: MarksDialogProps) {
  const { t } = useTranslation(['image', 'common']);
  const [marks, setMarks] = useState(before);
  const [image, show] = useState(before[0]?.image ?? images[0] ?? '');
  const [chosen, choose] = useState<number | null>(null);
  const isFull = marks.length >= DEPOSIT_LIMITS.marks;
  const add = (x: number, y: number) => {
    if (isFull) return;
    setMarks([...marks, { image, x, y, text: '' }]);
    choose(marks.length);
  };
  const change = (index: number, part: Partial<Mark>) =>
    setMarks(marks.map((mark, at) => (at === index ? { ...mark, ...part } : mark)));
  const remove = (index: number) => {
    setMarks(marks.filter((_, at) => at !== index));
    choose(null);
  };
  const isReady = marks.every(({ text }) => text.trim() !== '');
  const save = () => onSave(marks.map((mark) => ({ ...mark, text: mark.text.trim() })));
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size={920}
      testId="marks-dialog"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" onClick={save} busy={busy} disabled={!isReady} testId="marks-save">
            {t('image:marks.save')}
          </Button>
        </>
      }
    >
      <div className="marks-editor">
        <div className="marks-picture">
          <MarkCanvas
            image={image}
            marks={marks}
            chosen={chosen}
            onAdd={add}
            onChoose={choose}
            onMove={(index, x, y) => change(index, { x, y })}
            onRemove={remove}
          />
          {images.length > 1 && <Thumbs images={images} shown={image} onShow={show} />}
        </div>
        <div className="stack gap-12">
          <p className="small muted">{t('image:marks.hint')}</p>
          <ol className="mark-list marks-rows">
            {marks.map((mark, index) => (
              // The place in the list is the mark's number.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <span className="mark-no num" aria-hidden>
                  {index + 1}
                </span>
                <TextField
                  label={t('image:marks.text', { number: index + 1 })}
                  hideLabel
                  value={mark.text}
                  maxLength={DEPOSIT_LENGTH.mark}
                  autoFocus={chosen === index && mark.text === ''}
                  onFocus={() => {
                    show(mark.image);
                    choose(index);
                  }}
                  onChange={(event) => change(index, { text: event.target.value })}
                  testId={`mark-text-${index}`}
                />
                <IconButton
                  icon={<Trash2 size={16} aria-hidden />}
                  label={t('image:marks.remove', { number: index + 1 })}
                  onClick={() => remove(index)}
                  testId={`mark-remove-${index}`}
                />
              </li>
            ))}
          </ol>
          <Button
            icon={<Plus size={16} aria-hidden />}
            onClick={() => add(0.5, 0.5)}
            disabled={isFull}
            testId="mark-add"
          >
            {t('image:marks.add')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ThumbsProps {
  images: readonly string[];
  shown: string;
  onShow: (image: string) => void;
}

function Thumbs({ images, shown, onShow }: ThumbsProps) {
  const { t } = useTranslation('image');
  return (
    <span className="row wrap gap-8">
      {images.map((image, place) => (
        <button
          key={image}
          type="button"
          className="marks-thumb"
          aria-label={t('gallery.nth', { n: place + 1, total: images.length })}
          aria-pressed={image === shown}
          onClick={() => onShow(image)}
        >
          <AuthImage id={image} alt="" />
        </button>
      ))}
    </span>
  );
}
