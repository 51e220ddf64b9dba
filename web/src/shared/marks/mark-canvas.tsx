import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthImage } from '../images/auth-image.tsx';
import { inside, type Mark, marksOn } from './mark.ts';
import { placeOf } from './marked-picture.tsx';

export interface MarkCanvasProps {
  image: string;
  marks: readonly Mark[];
  chosen: number | null;
  onAdd: (x: number, y: number) => void;
  onChoose: (index: number) => void;
  onMove: (index: number, x: number, y: number) => void;
  onRemove: (index: number) => void;
}

/** Of the picture's width and height. */
const STEP = 0.01;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The picture to mark: a press sets a mark, arrows move the one with the focus, Delete takes it away. */
export function MarkCanvas({ image, marks, chosen, onAdd, onChoose, onMove, onRemove }: MarkCanvasProps) {
  const { t } = useTranslation('image');
  const press = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width === 0) return;
    onAdd(inside((event.clientX - box.left) / box.width), inside((event.clientY - box.top) / box.height));
  };
  const onKey = (event: KeyboardEvent, index: number, { x, y }: Mark) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    if (step === undefined) onRemove(index);
    else onMove(index, inside(x + step[0]), inside(y + step[1]));
  };
  return (
    // Without a pointer the button below the list sets a mark, and its arrows move it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className="marked" dir="ltr" onClick={press} data-testid="mark-canvas">
      <AuthImage key={image} id={image} alt="" />
      {marksOn(image, marks).map((mark) => (
        <button
          key={mark.number}
          type="button"
          className="mark-no num"
          style={placeOf(mark)}
          aria-label={t('marks.move', { number: mark.number, text: mark.text })}
          aria-pressed={chosen === mark.number - 1}
          onClick={(event) => {
            event.stopPropagation();
            onChoose(mark.number - 1);
          }}
          onKeyDown={(event) => onKey(event, mark.number - 1, mark)}
          data-testid={`mark-${mark.number - 1}`}
        >
          {mark.number}
        </button>
      ))}
    </span>
  );
}
